//! A client of HTTP over one connection, for programs that load or kill a real server.

#![allow(dead_code, missing_docs)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub struct Client {
    stream: BufReader<TcpStream>,
    /// The address that the client says a proxy has heard from.
    pub forwarded: Option<String>,
}

impl Client {
    pub fn connect(address: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Client { stream: BufReader::new(stream), forwarded: None })
    }

    /// Sends a request; a body that is not empty is JSON. Returns status and body.
    pub fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<(u16, String)> {
        let forwarded = self.forwarded.iter().map(|own| format!("x-forwarded-for: {own}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n\
             {}content-length: {}\r\n\r\n{body}",
            forwarded.collect::<String>(),
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let broken = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().map_err(|_| broken())?;
                }
                Some(_) => {}
                None if line == "\r\n" => break,
                None => return Err(broken()),
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        String::from_utf8(body).map(|body| (status, body)).map_err(|_| broken())
    }
}
