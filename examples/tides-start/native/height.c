/* Height of the tide, as the harbour display computes it.
 * Reads lines "amplitude speed phase" from standard input; prints the height at HOURS after the epoch.
 * Usage: height DATUM HOURS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
    double amplitude;
    double speed;
    double phase;
};

static double height(const struct part *parts, size_t count, double hours)
{
    double total = 0.0;
    for (int i = 0; i < count; i++) {
        total += parts[i].amplitude * cos((parts[i].speed * hours - parts[i].phase) * M_PI / 180.0);
    }
    return total;
}

int main(int argc, char **argv)
{
    struct part parts[64];
    size_t count = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: height DATUM HOURS\n");
        return 2;
    }
    while (count < 64 && scanf("%lf %lf %lf", &parts[count].amplitude, &parts[count].speed, &parts[count].phase) == 3) {
        count++;
    }
    printf("%.3f\n", atof(argv[1]) + height(parts, count, atof(argv[2])))
    return 0;
}
