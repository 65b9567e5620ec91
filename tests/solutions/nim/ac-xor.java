import java.util.Scanner;

class Main {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long[] heaps = new long[n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            heaps[i] = in.nextLong();
            total ^= heaps[i];
        }
        if (total == 0) {
            System.out.println(0);
            return;
        }
        for (int i = 0; i < n; i++) {
            if ((heaps[i] ^ total) < heaps[i]) {
                System.out.println(1);
                System.out.println((i + 1) + " " + (heaps[i] ^ total));
                return;
            }
        }
    }
}
