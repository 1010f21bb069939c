/** Short tones and a vibration, as far as the browser and the device can. They play only where the person turned them on. */
interface Signal {
  /** Hertz, one after the other. */
  readonly tones: readonly number[];
  /** Milliseconds of vibration and of rest, in turns. */
  readonly vibration: readonly number[];
}
/** Money came in. */
export const ARRIVED: Signal = { tones: [660, 880], vibration: [150, 80, 150] };
/** A payment is on its way. */
export const SENT: Signal = { tones: [880], vibration: [60] };
/** Seconds of one tone. */
const LENGTH = 0.18;
/** A signal is to be heard: another one meanwhile says the same. */
let playing = false;

/** A browser allows sound only on a page that was clicked before; where it refuses, nothing happens. */
export function play({ tones, vibration }: Signal): void {
  if (playing) return;
  const device = navigator as { vibrate?: (pattern: readonly number[]) => boolean };
  device.vibrate?.(vibration);
  try {
    playTones(new AudioContext(), tones);
  } catch {
    // No sound here.
  }
}

const playTones = (audio: AudioContext, tones: readonly number[]): void => {
  playing = true;
  for (const [i, frequency] of tones.entries()) {
    const from = audio.currentTime + i * LENGTH;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + LENGTH);
    if (i === tones.length - 1)
      tone.onended = () => {
        playing = false;
        void audio.close();
      };
  }
};
