def check(lines):
    (count,) = numbers(take(lines, "N"), [(1, 50)])
    strip = take(lines, "the strip")
    must(len(strip) == count and all(c in ".X" for c in strip), "the strip is N cells `.` or `X`")
    must(strip.count("X") <= 10, "there are more than 10 stones")
