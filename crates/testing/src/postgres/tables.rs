//! Tables that outlive their test: emptied, they serve the next one. Creating them anew would take a server
//! thirty times as long.

use tokio_postgres::Client;

use super::Error;
use super::error::query_error;

/// One hash over all tables, triggers, constraints and functions; any change to one of them changes it.
const SHAPE: &str = "
    SELECT md5(string_agg(part, '|' ORDER BY part)) FROM (
        SELECT concat_ws(' ', oid, relname, relkind, relowner, relacl, relrowsecurity) FROM pg_class
            WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull, atthasdef) FROM pg_attribute
            WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
        UNION ALL SELECT concat_ws(' ', oid, tgrelid, tgname, tgenabled, tgfoid) FROM pg_trigger
        UNION ALL SELECT concat_ws(' ', oid, conrelid, conname, convalidated) FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT concat_ws(' ', indexrelid, indisvalid, indisunique) FROM pg_index
            WHERE indexrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
        UNION ALL SELECT concat_ws(' ', oid, proname, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ) AS parts (part)";

/// Stores the present shape and rows in the database's comment, with the program that made them.
pub(super) async fn note(client: &Client, maker: &str) -> Result<(), Error> {
    let noting = format!(
        "DO $note$ DECLARE
            name text; found jsonb; kept jsonb := '{{}}';
        BEGIN
            FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
                EXECUTE format('SELECT jsonb_agg(to_jsonb(one)) FROM %I AS one', name) INTO found;
                IF found IS NOT NULL THEN kept := kept || jsonb_build_object(name, found); END IF;
            END LOOP;
            EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(),
                jsonb_build_object('maker', '{maker}', 'shape', ({SHAPE}), 'rows', kept)::text);
        END $note$"
    );
    client.batch_execute(&noting).await.map_err(query_error)
}

/// Empties the tables and restores the stored rows. Returns `false` if another program made the tables, or a
/// test has changed them.
pub(super) async fn empty(client: &Client, maker: &str) -> Result<bool, Error> {
    let noted = format!(
        "SELECT noted.text::jsonb ->> 'maker' = '{maker}' AND noted.text::jsonb ->> 'shape' = ({SHAPE}) FROM
            (SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()) AS noted (text)"
    );
    let row = client.query_one(&noted, &[]).await.map_err(query_error)?;
    if row.try_get::<_, Option<bool>>(0).map_err(query_error)? != Some(true) {
        return Ok(false);
    }
    // Without checking foreign keys or firing the triggers that guard undeletable rows. A table without pages
    // has no rows.
    let emptying = "DO $empty$ DECLARE
            name text;
            kept jsonb := (SELECT shobj_description(oid, 'pg_database')::jsonb -> 'rows' FROM pg_database
                WHERE datname = current_database());
        BEGIN
            PERFORM set_config('session_replication_role', 'replica', true);
            FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                AND (pg_relation_size(oid) > 0 OR kept ? relname)
            LOOP
                EXECUTE format('DELETE FROM %I', name);
                IF kept ? name THEN
                    EXECUTE format('INSERT INTO %I SELECT * FROM jsonb_populate_recordset(NULL::%I, $1)', name, name)
                        USING kept -> name;
                END IF;
            END LOOP;
            FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' LOOP
                EXECUTE format('ALTER SEQUENCE %I RESTART', name);
            END LOOP;
        END $empty$";
    client.batch_execute(emptying).await.map_err(query_error)?;
    Ok(true)
}

/// Identifies the running program: another build may make other tables.
pub(super) fn this_program() -> Result<String, Error> {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let file = file.map_err(|cause| Error::of("cannot read this program's file", cause))?;
    let changed = file.modified().map_err(|cause| Error::of("cannot read this program's file", cause))?;
    let age = changed.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Ok(format!("{}-{}", age.as_nanos(), file.len()))
}
