// Follows the first way round and round and never notices a draw.
#include <iostream>
#include <string>

int main() {
    std::string line;
    std::getline(std::cin, line);
    volatile unsigned long steps = 0;
    for (;;) steps = steps + line.size();
}
