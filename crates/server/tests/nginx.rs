//! Three services beside one PostgreSQL behind nginx, as docs/scores.md describes it. Each has its own
//! copy of the site, as on machines of their own.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::common::client::Client;
use crate::common::{AT_MOST, Database, game};
use crate::many::{Process, games, play_and_kill};
use polymerge_server::token::random;

/// The number of games that a client may submit at once: twice that of a minute.
const AT_ONCE: usize = 10;

/// The load balancer, with a folder of its own.
struct Nginx {
    child: Child,
    folder: PathBuf,
    /// Sends each request to the next service.
    in_turn: SocketAddr,
    /// Sends all requests of a client to one service.
    by_client: SocketAddr,
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join("nginx")).find(|program| program.is_file())
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Nginx {
    fn start(program: &Path, services: &[Process]) -> Nginx {
        let folder = std::env::temp_dir().join(format!("polymerge-nginx-{}", random(8).unwrap()));
        std::fs::create_dir(&folder).unwrap();
        let (in_turn, by_client) = (free_address(), free_address());
        let servers: String =
            services.iter().map(|service| format!("server {} max_fails=1;\n", service.address)).collect();
        let location = |upstream: &str| {
            format!(
                "location / {{
                    proxy_pass http://{upstream};
                    proxy_http_version 1.1;
                    proxy_set_header Connection \"\";
                    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                    client_max_body_size 64k;
                }}"
            )
        };
        // The system may run it as root; then its workers would be another user.
        let user = std::env::var("USER").is_ok_and(|user| user == "root") || folder_is_of_root(&folder);
        let user = if user { "user root;" } else { "" };
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {}/{kind};\n", folder.display()))
            .concat();
        let text = format!(
            "daemon off; {user} pid {folder}/pid; error_log {folder}/log;
            events {{ }}
            http {{
                access_log off; {temporary}
                gzip on; gzip_types application/json; gzip_min_length 1;
                upstream in_turn {{ {servers} }}
                upstream by_client {{ ip_hash; {servers} }}
                server {{ listen {in_turn}; {} }}
                server {{ listen {by_client}; {} }}
            }}",
            location("in_turn"),
            location("by_client"),
            folder = folder.display()
        );
        std::fs::write(folder.join("conf"), text).unwrap();
        let mut command = Command::new(program);
        command.arg("-p").arg(&folder).arg("-c").arg(folder.join("conf"));
        let nginx = Nginx { child: command.spawn().unwrap(), folder, in_turn, by_client };
        let start = Instant::now();
        while TcpStream::connect(nginx.by_client).is_err() {
            let log = || std::fs::read_to_string(nginx.folder.join("log")).unwrap_or_default();
            assert!(start.elapsed() < AT_MOST, "nginx does not answer: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
        nginx
    }

    fn stop(mut self) {
        // Its workers end with it.
        let quit = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status();
        assert!(quit.unwrap().success());
        self.child.wait().unwrap();
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

#[cfg(unix)]
fn folder_is_of_root(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(folder).is_ok_and(|facts| facts.uid() == 0)
}

#[cfg(not(unix))]
fn folder_is_of_root(_: &Path) -> bool {
    false
}

/// Sends a request of a browser; gives the head of the answer in small letters, and its status.
fn browse(address: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: test\r\naccept-encoding: gzip, br\r\n{headers}connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let text = String::from_utf8_lossy(&answer);
    let head = text.split("\r\n\r\n").next().unwrap().to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head)
}

fn header<'h>(head: &'h str, name: &str) -> &'h str {
    let line = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_default()
}

/// A tag that any of the services gave is known to all of them, also if nginx made it weak.
fn tags_are_known_to_all(nginx: &Nginx, board: &str) {
    for (path, is_weak) in [(format!("/v1/boards/{board}/scores"), true), ("/index.html".to_owned(), false)] {
        let (status, head) = browse(nginx.in_turn, &path, "");
        let tag = header(&head, "etag");
        assert_eq!((status, tag.starts_with("w/")), (200, is_weak), "{path}: {head}");
        // The tag as it was sent: nginx writes W.
        let tag = tag.replacen("w/", "W/", 1);
        for _ in 0..6 {
            let (status, head) = browse(nginx.in_turn, &path, &format!("if-none-match: {tag}\r\n"));
            assert_eq!(status, 304, "{path}: {head}");
        }
    }
}

/// The number of games that one client can submit at once.
fn accepted(address: SocketAddr, first: u64) -> usize {
    let mut client = Client::connect(address).unwrap();
    let mut taken = 0;
    for number in 0..4 * AT_ONCE as u64 {
        let (status, text) =
            client.ask("POST", "/v1/scores", &game("2048", first + number, 40).to_string()).unwrap();
        assert!(status == 201 || status == 429, "{status}: {text}");
        taken += usize::from(status == 201);
    }
    taken
}

/// The number of games by which a share has filled again since a time: one in twelve seconds.
fn filled(since: Instant) -> usize {
    usize::try_from(since.elapsed().as_secs() / 12 + 1).unwrap()
}

/// The copies of a site, one for each service.
fn sites(folder: &Path) -> Vec<PathBuf> {
    let copies = ["one", "two", "three"].map(|name| folder.join(name));
    for copy in &copies {
        std::fs::create_dir_all(copy).unwrap();
        std::fs::write(copy.join("index.html"), "page").unwrap();
        std::fs::write(copy.join("index.html.br"), "page in brotli").unwrap();
        // The copies come at different times.
        std::thread::sleep(Duration::from_millis(20));
    }
    copies.to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn three_services_behind_nginx_are_one() {
    let Some(program) = program() else {
        println!("SKIPPED: nginx is not here; services behind it were not tested");
        return;
    };
    let Some(database) = Database::postgresql().await else { return };
    let folder = std::env::temp_dir().join(format!("polymerge-sites-{}", random(8).unwrap()));
    let sites = sites(&folder);
    let start = |settings: &[(&str, &str)]| -> Vec<Process> {
        let site = |place: usize| sites[place].to_str().unwrap();
        let all = |place| [settings, &[("TRUSTED_HOPS", "1"), ("SITE", site(place))]].concat();
        (0..3).map(|place| Process::start(&database, &all(place))).collect()
    };

    let mut services = start(&[]);
    let nginx = Nginx::start(&program, &services);
    let mut client = Client::connect(nginx.in_turn).unwrap();
    let (status, text) = client.ask("POST", "/v1/scores", &game("dive", 1, 40).to_string()).unwrap();
    assert_eq!(status, 201, "{text}");
    let board = serde_json::from_str::<serde_json::Value>(&text).unwrap()["board"].clone();
    tags_are_known_to_all(&nginx, board.as_str().unwrap());
    let kept = play_and_kill(nginx.in_turn, &mut services);
    nginx.stop();
    services[0].kill();
    services[2].kill();
    assert_eq!(games(&database).await, kept + 1);

    // Each service counts for itself: a client that is sent to one of them has one share.
    let mut services = start(&[("SUBMISSIONS_PER_MINUTE", "5")]);
    let nginx = Nginx::start(&program, &services);
    let start = Instant::now();
    let by_client = accepted(nginx.by_client, 50_000);
    let (first, in_turn) = (filled(start), accepted(nginx.in_turn, 60_000));
    let second = filled(start);
    nginx.stop();
    services.iter_mut().for_each(Process::kill);
    println!("games that a client submits at once: by client {by_client}, then in turn {in_turn}");
    // One share, and then those of the two others.
    assert!((AT_ONCE..=AT_ONCE + first).contains(&by_client), "{by_client}, {first} came again");
    assert!((2 * AT_ONCE..=2 * AT_ONCE + 3 * second).contains(&in_turn), "{in_turn}, {second} came again");
    std::fs::remove_dir_all(&folder).unwrap();
    database.erase().await;
}
