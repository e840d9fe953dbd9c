import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { Chains } from '../chains/chains.js'
import { nfts as table } from '../db/schema/index.js'
import { type Drawings, DrawingsBusyError } from '../drawings/drawings.js'
import { PictureStoreError } from '../pictures/PictureStoreError.js'
import type { Pictures } from '../pictures/pictures.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { type NftPicture, nftPictureTypes, readNftPicture } from './nftPicture.js'
import { forgetBeyond, makeRoom, type NftRoom, usualRoom } from './nftRoom.js'
import { nftUri } from './nftUri.js'
import { type NftMetadata, readMetadata } from './readMetadata.js'

export interface NftFetchingParameters {
  orm: Orm
  /** where their pictures are kept */
  kept: Pictures
  chains: Chains
  safeFetch: SafeFetch
  drawings: Drawings
  clock: Clock
  log: Log
  /** 20,000 NFTs and 4 GiB of pictures if left out */
  room?: NftRoom | undefined
}

type Row = typeof table.$inferSelect

const everyMs = 5_000
const forgetEveryMs = 3_600_000
const dayMs = 86_400_000
/** So many at once. */
const batch = 4
/** After so long, another node takes what one has taken and not finished. */
const leaseMs = 120_000
/** The waits after each attempt that may go better another time. */
const waitsMs = [60_000, 600_000, 3_600_000, 21_600_000, dayMs]
/** The wait for a place that is full or away. */
const noRoomMs = 600_000
const maxImageBytes = 2 * 1024 * 1024

/** Fetches the metadata and the pictures of NFTs that were asked about. Several nodes may do it at once: each takes others. */
export function createNftFetching(parameters: NftFetchingParameters): BackgroundWork {
  const { orm, kept, room = usualRoom } = parameters
  const round = async (signal: AbortSignal) => {
    for (let taken = batch; taken === batch && (await makeRoom({ orm, kept, room })); ) {
      signal.throwIfAborted()
      const rows = await take(parameters)
      const accounts = [...new Set(rows.map(({ account }) => account))]
      const full = new Set<string>()
      for (const account of accounts) if (!(await makeRoom({ orm, kept, room, account }))) full.add(account)
      for (const account of full) await putOff({ ...parameters, account, rows })
      const own = rows.filter(({ account }) => !full.has(account))
      await Promise.all(own.map((row) => fetchOne({ ...parameters, row, signal })))
      taken = rows.length
    }
  }
  return createRepeatedWork({ name: 'NFT metadata', everyMs, clock: parameters.clock, log: parameters.log, round })
}

/** Deletes NFTs that weren't requested for long or exceed the number kept, and pictures that no NFT has. */
export function createNftKeeping({
  orm,
  kept,
  clock,
  log,
  room = usualRoom,
}: Omit<NftFetchingParameters, 'chains' | 'safeFetch' | 'drawings'>): BackgroundWork {
  const round = async () => {
    const oldest = new Date(clock.now() - 90 * dayMs)
    await orm.delete(table).where(lt(table.askedAt, oldest))
    await forgetBeyond({ orm, room })
    await kept.forget()
  }
  return createRepeatedWork({ name: 'NFT retention', everyMs: forgetEveryMs, clock, log, round })
}

/** Of each account in turn, so that none waits for all of another's. */
async function take({ orm, clock }: NftFetchingParameters): Promise<readonly Row[]> {
  const { chainId, contract, tokenId, account, dueAt, attempts } = table
  const isDue = lte(dueAt, new Date(clock.now()))
  const turn = sql<string>`row_number() over (partition by ${account} order by ${dueAt})`
  const inTurn = orm
    .select({ chainId, contract, tokenId, turn: turn.as('turn') })
    .from(table)
    .where(isDue)
    .as('in_turn')
  const due = orm
    .select({ chainId, contract, tokenId })
    .from(table)
    .innerJoin(inTurn, and(eq(chainId, inTurn.chainId), eq(contract, inTurn.contract), eq(tokenId, inTurn.tokenId)))
    // Again, for those that another node has taken meanwhile.
    .where(isDue)
    .orderBy(inTurn.turn, dueAt)
    .limit(batch)
    .for('update', { of: table, skipLocked: true })
  return orm
    .update(table)
    .set({ dueAt: new Date(clock.now() + leaseMs), attempts: sql`${attempts} + 1` })
    .where(sql`(${chainId}, ${contract}, ${tokenId}) in ${due}`)
    .returning()
}

type PutOff = NftFetchingParameters & { account: string; rows: readonly Row[] }

/** An account whose share is used up loses no attempt, and its NFTs delay no others until there is room. */
async function putOff({ orm, clock, account, rows }: PutOff): Promise<void> {
  const now = clock.now()
  const later = { dueAt: new Date(now + noRoomMs) }
  for (const row of rows.filter((each) => each.account === account)) {
    await orm
      .update(table)
      .set({ ...later, attempts: row.attempts - 1 })
      .where(isRowOf(row))
  }
  await orm
    .update(table)
    .set(later)
    .where(and(eq(table.account, account), lte(table.dueAt, new Date(now))))
}

const isRowOf = ({ chainId, contract, tokenId }: Row) =>
  and(eq(table.chainId, chainId), eq(table.contract, contract), eq(table.tokenId, tokenId))

type FetchOne = NftFetchingParameters & { row: Row; signal: AbortSignal }

async function fetchOne(parameters: FetchOne): Promise<void> {
  const { orm, kept, row, log, signal, clock } = parameters
  const store = (values: Partial<Row>) => orm.update(table).set(values).where(isRowOf(row))
  try {
    const metadata = await metadataOf(parameters)
    if (metadata !== null) await store({ name: metadata.name })
    const picture = metadata === null ? null : await pictureOf({ ...parameters, metadata })
    if (picture !== null) {
      const { digest: hash, contentType: mediaType, bytes } = picture
      await kept.keep({ hash, mediaType, bytes, account: row.account })
    }
    await store({ dueAt: null, ...(picture !== null && { pictureHash: picture.digest }) })
  } catch (error) {
    if (signal.aborted) return store({ dueAt: new Date(clock.now()), attempts: row.attempts - 1 }).then(() => {})
    if (error instanceof PictureStoreError) {
      // Nothing is wrong with the NFT: it loses no attempt, and no other is fetched for nothing until the next round.
      await store({ dueAt: new Date(clock.now() + noRoomMs), attempts: row.attempts - 1 })
      throw error
    }
    const wait = mayPass(error) ? waitsMs[row.attempts - 1] : undefined
    await store({ dueAt: wait === undefined ? null : new Date(clock.now() + wait) })
    log.debug({ chainId: row.chainId, attempts: row.attempts, error }, "an NFT's metadata could not be had")
  }
}

/** @returns null where the contract names none, or its network isn't offered any more */
async function metadataOf({ chains, safeFetch, row, signal }: FetchOne): Promise<NftMetadata | null> {
  const chain = chains.find(row.chainId)
  if (chain === undefined) return null
  const { contract, standard } = row
  const uri = await nftUri({ chain, id: { contract, standard, tokenId: BigInt(row.tokenId) }, signal })
  return uri === null ? null : readMetadata({ uri, safeFetch, signal })
}

async function pictureOf({
  safeFetch,
  drawings,
  metadata,
  signal,
}: Pick<FetchOne, 'safeFetch' | 'drawings' | 'signal'> & { metadata: NftMetadata }): Promise<NftPicture | null> {
  const { image } = metadata
  if (image === null) return null
  const accept = [...nftPictureTypes, 'application/octet-stream', 'binary/octet-stream', 'text/plain', 'text/xml']
  const fetched =
    typeof image === 'string' ? await safeFetch({ url: image, accept, maxBytes: maxImageBytes, signal }) : image
  // Work of this server's own, in one turn beside those of visitors who wait.
  return readNftPicture({ bytes: fetched.bytes, drawings, owners: ['nfts'] })
}

const mayPass = (error: unknown): boolean =>
  error instanceof SafeFetchError ? error.mayPass : error instanceof UpstreamError || error instanceof DrawingsBusyError
