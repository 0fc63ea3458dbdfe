//! A process that is killed while it imports customers: nothing is lost, and nothing exists twice (customers
//! 3.2).

use std::time::Duration;

use causeway_testing::http::{Client, Form};
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::wait;
use serde_json::Value;

use super::imports::{HEADER, person};
use crate::life::process::{Credentials, Folder, Server};

const ROWS: i64 = 400;
/// Time for the leases of a killed process to expire, once for each kill.
const PATIENCE: Duration = Duration::from_secs(240);
/// Numbers of rows after which the process is killed.
const DEATHS: [i64; 3] = [1, 60, 230];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    import_and_kill(&[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let database = database_with(Durability::Full).await.unwrap();
    let root_key = format!("1:{}", "5a".repeat(32));
    import_and_kill(&[("SVC_DATABASE", database.url.as_str()), ("SVC_ROOT_KEY", root_key.as_str())]).await;
}

/// Imports a file, and kills the process each time some more rows are done.
async fn import_and_kill(variables: &[(&str, &str)]) {
    let folder = Folder::new();
    let start = || {
        let mut serve = folder.serve();
        serve.envs(variables.iter().copied());
        Server::start(serve)
    };
    let mut server = start();
    let Credentials { id, secret } = server.credentials();
    let client = |server: &Server| Client::new(&server.base_url()).basic(&id, &secret);

    let body = serde_json::json!({ "customerType": "INDIVIDUAL" });
    let customer = client(&server).post("/customers").json(&body).send().await.expect(201);
    let domain = customer["umaAddress"].as_str().unwrap().split_once('@').unwrap().1.to_owned();

    let mut file = format!("{HEADER}\n");
    for number in 0..ROWS {
        let line = person(&domain, &format!("u{number:03}"));
        let is_sound = number % 7 != 3;
        file.push_str(&if is_sound { line } else { line.replace("1990-01-15", "yesterday") });
        file.push('\n');
    }

    let form = Form::default().file("customers.csv", file.as_bytes());
    let job = client(&server).post("/customers/bulk/csv").form(form).send().await.expect(202);
    let path = format!("/customers/bulk/jobs/{}", job["jobId"].as_str().unwrap());

    for death in DEATHS {
        let api = client(&server);
        wait::until("some rows are done", PATIENCE, || async {
            let job = api.get(&path).send().await.expect(200);
            if job["progress"]["processed"].as_i64() >= Some(death) {
                Ok(())
            } else {
                Err(job["progress"].clone())
            }
        })
        .await;
        server.kill();
        server = start();
    }

    let api = client(&server);
    let ended: Value = wait::until("the import has ended", PATIENCE, || async {
        let job = api.get(&path).send().await.expect(200);
        if job.get("completedAt").is_some() { Ok(job) } else { Err(job["progress"].clone()) }
    })
    .await;

    let failed = (0..ROWS).filter(|number| number % 7 == 3).count();
    let successful = usize::try_from(ROWS).unwrap() - failed;
    assert_eq!(
        (&ended["progress"]["successful"], &ended["progress"]["failed"]),
        (&successful.into(), &failed.into())
    );

    let mut errors: Vec<&str> = ended["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["correlationId"].as_str().unwrap())
        .collect();
    errors.dedup();
    assert_eq!(errors.len(), failed);

    let list = api.get("/customers?limit=1").send().await.expect(200);
    assert_eq!(list["totalCount"], successful + 1, "each row has become one customer");
    server.stop();
}
