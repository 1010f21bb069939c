/* How many crypto_scalarmult_curve25519 one core does per second of its own
   time: one fixed scalar, a chain of points.
   Declared here, so that the library alone is enough to build it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int sodium_init(void);
int crypto_scalarmult_curve25519(unsigned char *q, const unsigned char *n, const unsigned char *p);
const char *sodium_version_string(void);

/* CPU time: what else the machine does is not counted. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 0.5;
  unsigned char scalar[32], point[32], out[32];
  if (sodium_init() < 0) return 1; /* chooses the fastest code for this processor */
  for (int i = 0; i < 32; i++) scalar[i] = (unsigned char)(7 * i + 3), point[i] = i ? 0 : 9;
  for (int i = 0; i < 500; i++) {
    if (crypto_scalarmult_curve25519(out, scalar, point)) return 1;
    memcpy(point, out, 32);
  }
  long count = 0;
  const double start = now();
  double end;
  do {
    for (int i = 0; i < 250; i++) {
      if (crypto_scalarmult_curve25519(out, scalar, point)) return 1;
      memcpy(point, out, 32);
    }
    count += 250;
    end = now();
  } while (end - start < seconds);
  printf("{\"rate\":%.1f,\"version\":\"%s\"}\n", count / (end - start), sodium_version_string());
  return 0;
}
