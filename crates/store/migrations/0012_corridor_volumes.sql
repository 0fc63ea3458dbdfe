-- What a platform has sent through a corridor on one day (UTC), in smallest units of the sending currency; only for
-- corridors with a limit.
CREATE TABLE corridor_volume (
    platform_id UUID NOT NULL,
    corridor    TEXT NOT NULL,
    day         BIGINT NOT NULL,
    volume      BIGINT NOT NULL,
    PRIMARY KEY (platform_id, corridor)
);
