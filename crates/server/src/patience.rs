//! A connection whose client has to read what it asked for.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::metrics::Metrics;

/// The time for which a client may read nothing.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes that a client must read in a second, in the long run.
pub const LEAST_RATE: u64 = 4 << 10;

/// Bytes of a connection that wait in the system to be sent, beyond those on their way.
///
/// A connection is said to take more only when much of what waits is gone: of the megabytes that
/// systems let wait, that would take a slow reader longer than the patience lasts.
const WAITING: u32 = 16 << 10;

/// Keeps what waits in the system so small that what is written follows what the client reads.
pub fn follow_reader(stream: &TcpStream) {
    let socket = SockRef::from(stream);
    // Without it, slow readers lose their connections sooner, and nothing else is wrong.
    #[cfg(target_os = "linux")]
    let _bounded = socket.set_tcp_notsent_lowat(WAITING);
    #[cfg(not(target_os = "linux"))]
    let _bounded = socket.set_send_buffer_size(WAITING as usize);
}

/// A stream that fails once its client reads too slowly.
///
/// A client has so much patience. The time for which something can't be written uses it up, and each
/// byte that is written gives back the time that it may take.
#[derive(Debug)]
pub struct Patient<S> {
    stream: S,
    /// The counter of those who read too slowly.
    metrics: Arc<Metrics>,
    most: Duration,
    left: Duration,
    /// Since when nothing can be written, and the end of the patience.
    blocked: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> Patient<S> {
    /// Watches over the writing of a stream, whose client has so much patience.
    pub fn new(stream: S, metrics: Arc<Metrics>, most: Duration) -> Patient<S> {
        Patient { stream, metrics, most, left: most, blocked: None }
    }

    /// Counts bytes that were written.
    fn wrote(&mut self, bytes: usize) {
        if let Some((since, _)) = self.blocked.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        let back = Duration::from_secs_f64(bytes as f64 / LEAST_RATE as f64);
        self.left = (self.left + back).min(self.most);
    }

    /// Waits for the client, until the patience ends.
    fn waits<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        let left = self.left;
        let begin = || {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + left)))
        };
        let (_, end) = self.blocked.get_or_insert_with(begin);
        ready!(end.as_mut().poll(context));
        Metrics::add(self.slow());
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly")))
    }

    fn slow(&self) -> &AtomicU64 {
        &self.metrics.slow_readers
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, buffer) {
            Poll::Ready(Ok(bytes)) => {
                self.wrote(bytes);
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(error) => Poll::Ready(error),
            Poll::Pending => self.waits(context),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    const SHORT: Duration = Duration::from_millis(300);

    /// A stream that holds a little of what is written, and the end of its reader.
    fn pair() -> (Patient<DuplexStream>, DuplexStream, Arc<Metrics>) {
        let metrics = Arc::<Metrics>::default();
        let (near, far) = duplex(256);
        (Patient::new(near, Arc::clone(&metrics), SHORT), far, metrics)
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_nothing_is_given_up() {
        let (mut near, _far, metrics) = pair();
        let start = Instant::now();
        let error = near.write_all(&[0; 1 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(start.elapsed() >= SHORT, "{:?}", start.elapsed());
        assert_eq!(metrics.slow_readers.load(Ordering::Relaxed), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_below_the_least_rate_is_given_up_and_others_are_not() {
        // Bytes that are read every 50 milliseconds: a tenth of the least rate, and three times it.
        for (bytes, is_slow) in [(LEAST_RATE / 200, true), (LEAST_RATE * 3 / 20, false)] {
            let (mut near, mut far, _) = pair();
            let reader = tokio::spawn(async move {
                let mut buffer = vec![0; bytes as usize];
                while far.read_exact(&mut buffer).await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            });
            let written = near.write_all(&vec![0; LEAST_RATE as usize * 3]).await;
            assert_eq!(written.is_err(), is_slow, "{bytes} bytes in 50 milliseconds");
            drop(near);
            reader.await.unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn patience_is_not_used_up_while_nothing_waits() {
        let (mut near, mut far, _) = pair();
        let mut buffer = [0; 200];
        for _ in 0..3 {
            near.write_all(&[0; 200]).await.unwrap();
            tokio::time::sleep(SHORT * 2).await;
            far.read_exact(&mut buffer).await.unwrap();
        }
        assert_eq!(near.left, SHORT);
    }
}
