use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<u64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let heaps = &numbers[1..];
    let total = heaps.iter().fold(0, |total, heap| total ^ heap);
    match heaps.iter().position(|heap| heap ^ total < *heap) {
        None => println!("0"),
        Some(i) => println!("1\n{} {}", i + 1, heaps[i] ^ total),
    }
}
