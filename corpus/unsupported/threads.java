// Threads: only one runs. Thread and java.util.concurrent are not at hand; synchronized is exact for one thread.
import java.util.concurrent.atomic.AtomicInteger;

class Worker extends Thread {
    int done;
    AtomicInteger shared = new AtomicInteger();

    @Override
    public void run() {
        done++;
    }

    void launch() throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        worker.join();
    }

    void pause(Object lock) throws InterruptedException {
        lock.wait();
    }
}
