//! Integration tests of immutable terms and of joint locks of payments and quotes.

use causeway_domain::rates::Lock;
use causeway_store::quotes::{self, QuoteRecord, QuoteTerms};
use causeway_store::{Error, params, payments};

use crate::harness::{Engine, Fixture, on_both_engines, platform};
use crate::payments::{store, test_payment};

on_both_engines!(terms_are_written_once, a_payment_is_locked_with_its_quote);

/// Checks that the terms that decide on the destination of money cannot be updated, not even by the service's
/// own statements.
async fn terms_are_written_once(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let test_payment = test_payment(2);
    let written = test_payment.clone();
    let write = fixture.write(&[], move |tx| store(tx, platform(1), &written));
    write.await.map_err(|error: Error| error).unwrap();
    let rewrites = [
        "UPDATE payment SET terms = '{}' WHERE platform_id = $1",
        "UPDATE payment SET destination_identifier = 'x' WHERE platform_id = $1",
        "UPDATE payment SET customer_id = platform_id WHERE platform_id = $1",
        "UPDATE quote SET terms = '{}' WHERE platform_id = $1",
    ];
    for sql in rewrites {
        let rewrite = fixture.write(&[], move |tx| tx.execute_counted(sql, params![platform(1)]));
        let result: Result<u64, Error> = rewrite.await;
        assert!(matches!(result, Err(Error::Statement(_))), "{sql}: {result:?}");
    }
    let changed = fixture.write(&[], |tx| {
        tx.execute_counted("UPDATE payment SET state = state WHERE platform_id = $1", params![platform(1)])
    });
    assert_eq!(changed.await, Ok::<_, Error>(1), "what becomes of it is rewritten");
}

async fn a_payment_is_locked_with_its_quote(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let quoted = test_payment(2);
    let plain = test_payment(1);
    let quote = QuoteRecord {
        id: quoted.record.quote.unwrap(),
        transaction: quoted.record.id,
        expires_at: quoted.expires_at.unwrap(),
        terms: QuoteTerms { v: 1, lock: Lock::Sending, payload_to_sign: None },
        created_at: quoted.record.created_at,
    };
    let expected = (quote.clone(), quoted.record.clone());
    let alone = plain.record.clone();
    let write = fixture.write(&[], move |tx| {
        quotes::insert(tx, platform(1), &quote)?;
        payments::insert(tx, platform(1), &quoted.record)?;
        payments::insert(tx, platform(1), &plain.record)?;
        assert_eq!(quotes::lock(tx, platform(1), quote.id)?, Some(expected.clone()));
        assert_eq!(quotes::find(tx, platform(1), quote.id)?, Some(expected.clone()));
        assert_eq!(quotes::lock(tx, platform(2), quote.id)?, None, "another platform's");
        assert_eq!(payments::lock(tx, platform(1), alone.id)?, Some(alone.clone()));
        assert_eq!(payments::lock(tx, platform(2), alone.id)?, None);
        Ok(())
    });
    write.await.map_err(|error: Error| error).unwrap();
}
