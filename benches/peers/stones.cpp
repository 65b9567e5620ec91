// stones < INPUT: the problem `stones`. One call of fread reads the whole input.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <vector>

int main() {
    struct stat about;
    fstat(0, &about);
    std::string text(std::size_t(about.st_size), '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stdin));
    char* row;
    const unsigned long cells = std::strtoul(text.c_str(), &row, 10);
    while (*row != '.' && *row != 'X' && *row) row++;
    // The gap before each stone.
    std::vector<unsigned> gaps;
    unsigned gap = 0;
    for (unsigned long cell = 0; cell < cells; cell++)
        if (row[cell] == 'X') gaps.push_back(gap), gap = 0;
        else gap++;
    unsigned sum = 0;
    for (std::size_t i = gaps.size(); i > 0; i -= i > 1 ? 2 : 1) sum ^= gaps[i - 1] % 3;
    unsigned long winning = 0;
    bool counts = true;  // every second gap from the right
    for (std::size_t i = gaps.size(); i-- > 0; counts = !counts)
        for (unsigned step = 1; step <= 2 && step <= gaps[i]; step++) {
            // The step shortens this gap and widens the next. One of the two counts.
            const unsigned before = counts ? gaps[i] : gaps[i + 1], after = counts ? gaps[i] - step : gaps[i + 1] + step;
            winning += (sum ^ before % 3 ^ after % 3) == 0;
        }
    std::printf("%lu\n", winning);
}
