/** For tests. Transactions that another library (@solana/kit) has encoded, unsigned, for the known phrase's first account. */

/** The first two accounts of the known phrase. */
export const me = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
export const other = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
export const mint = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
/** The token accounts of both. */
export const mine = 'J4NjdnbDXsaSBk6BS9myvUjKTSuqq6y6EtqvNxN7oHgD'
export const theirs = '2LDACwej1Ufkng6HQjjAmLf37qvgC5v39NufyC5cYq5d'
export const blockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
/** An address lookup table with {@link other}, {@link theirs} and {@link mint}. */
export const table = 'GDDMwNyyx8uB6zrqwBFHjLLG3TBYk2F8Az4yrQC5RzMp'

/** Legacy: 1.5 coins to {@link other}. */
export const coins =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAEDC/Mrnw2wlnIDj+o2E5sY+YpfAUnvTOAzLkS5p36Dwi2SRUQfSnUupjKMbY0tKvyzbRMduZikfKBNbV2Fh9CwEgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAzEkOkozS44c7s0P8ldozF5ymD02/RsLDbpEpnVXU5rkBAgIAAQwCAAAAAC9oWQAAAAA='

/** Version 0: a limit of 200,000 units at 10,000 millionths, the recipient's token account, 2.5 tokens with 6 decimals, and a memo. */
export const tokens =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHCgvzK58NsJZyA4/qNhObGPmKXwFJ70zgMy5Euad+g8ItE8d4X6+wTegb0DnkMTfw6gaudKGGUQ86TK0LRFP4VRT9c/8AdaAHWzzKQ5WI+fHmzE59wsn8aVNhvIzJlBfwEgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAX5BVS7PYwvyCtu5ZxJqqFD5399Sag+lWzh2+8XpD+AWSRUQfSnUupjKMbY0tKvyzbRMduZikfKBNbV2Fh9CwEoyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAFSlNamSkhBk0k6HFg2jh8fDW13bySu4HkH6hAQQVEjQbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpzEkOkozS44c7s0P8ldozF5ymD02/RsLDbpEpnVXU5rkFBwAFAkANAwAHAAkDECcAAAAAAAAGBgABBQQDCQEBCQQCBAEACgygJSYAAAAAAAYIAAlJbnZvaWNlIDcA'

/** Version 0: a millionth of a token, with accounts of the lookup table. */
export const lookedUp =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQABAwvzK58NsJZyA4/qNhObGPmKXwFJ70zgMy5Euad+g8It/XP/AHWgB1s8ykOViPnx5sxOfcLJ/GlTYbyMyZQX8BIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqcxJDpKM0uOHO7ND/JXaMxecpg9Nv0bCw26RKZ1V1Oa5AQIEAQQDAAoMAQAAAAAAAAAGAeIAQA6eDoqM0rdeCuSrt/4iUrmcyXO9inAqakpTD/vbAQEBAg=='

/** Legacy: all of the tokens may be spent by {@link other}. */
export const approval =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFC/Mrnw2wlnIDj+o2E5sY+YpfAUnvTOAzLkS5p36Dwi39c/8AdaAHWzzKQ5WI+fHmzE59wsn8aVNhvIzJlBfwEl+QVUuz2ML8grbuWcSaqhQ+d/fUmoPpVs4dvvF6Q/gFkkVEH0p1LqYyjG2NLSr8s20THbmYpHygTW1dhYfQsBIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqcxJDpKM0uOHO7ND/JXaMxecpg9Nv0bCw26RKZ1V1Oa5AQQEAQIDAAoN//////////8G'

/** Legacy: coins, tokens, a memo and a token account in one; and the same by its parts, as older applications send it. */
export const several =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAUJC/Mrnw2wlnIDj+o2E5sY+YpfAUnvTOAzLkS5p36Dwi0Tx3hfr7BN6BvQOeQxN/DqBq50oYZRDzpMrQtEU/hVFJJFRB9KdS6mMoxtjS0q/LNtEx25mKR8oE1tXYWH0LAS/XP/AHWgB1s8ykOViPnx5sxOfcLJ/GlTYbyMyZQX8BIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF+QVUuz2ML8grbuWcSaqhQ+d/fUmoPpVs4dvvF6Q/gFjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkFSlNamSkhBk0k6HFg2jh8fDW13bySu4HkH6hAQQVEjQbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpzEkOkozS44c7s0P8ldozF5ymD02/RsLDbpEpnVXU5rkEBAIAAgwCAAAAAC9oWQAAAAAIBAMFAQAKDKAlJgAAAAAABgcACUludm9pY2UgNwYGAAECBQQIAQE='
export const parts = [
  {
    programId: '11111111111111111111111111111111',
    data: '3Bxs3ztTT2GbRVeo',
    keys: [
      {
        pubkey: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
        isSigner: true,
        isWritable: true,
      },
      {
        pubkey: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
        isSigner: false,
        isWritable: true,
      },
    ],
  },
  {
    programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    data: 'i9BGDk6aeV94h',
    keys: [
      {
        pubkey: 'J4NjdnbDXsaSBk6BS9myvUjKTSuqq6y6EtqvNxN7oHgD',
        isSigner: false,
        isWritable: true,
      },
      {
        pubkey: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
        isSigner: false,
        isWritable: false,
      },
      {
        pubkey: '2LDACwej1Ufkng6HQjjAmLf37qvgC5v39NufyC5cYq5d',
        isSigner: false,
        isWritable: true,
      },
      {
        pubkey: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
        isSigner: true,
        isWritable: false,
      },
    ],
  },
  {
    programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    data: 'wDHdrogFDxs8',
    keys: [],
  },
  {
    programId: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    data: '2',
    keys: [
      {
        pubkey: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
        isSigner: true,
        isWritable: true,
      },
      {
        pubkey: '2LDACwej1Ufkng6HQjjAmLf37qvgC5v39NufyC5cYq5d',
        isSigner: false,
        isWritable: true,
      },
      {
        pubkey: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
        isSigner: false,
        isWritable: false,
      },
      {
        pubkey: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
        isSigner: false,
        isWritable: false,
      },
      {
        pubkey: '11111111111111111111111111111111',
        isSigner: false,
        isWritable: false,
      },
      {
        pubkey: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
        isSigner: false,
        isWritable: false,
      },
    ],
  },
]
