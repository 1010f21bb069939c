/** Two short tones and a vibration, as far as the browser and the device can. */
const TONES = [660, 880] as const;
/** Seconds of one tone. */
const LENGTH = 0.18;

/** A browser allows sound only on a page that was clicked before; where it refuses, nothing happens. */
export function signalPaid(): void {
  const device = navigator as { vibrate?: (pattern: readonly number[]) => boolean };
  device.vibrate?.([150, 80, 150]);
  try {
    playTones(new AudioContext());
  } catch {
    // No sound here.
  }
}

const playTones = (audio: AudioContext): void => {
  for (const [i, frequency] of TONES.entries()) {
    const from = audio.currentTime + i * LENGTH;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + LENGTH);
    if (i === TONES.length - 1)
      tone.onended = () => {
        void audio.close();
      };
  }
};
