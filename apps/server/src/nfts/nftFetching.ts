import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'
import type { BackgroundWork } from '../background.js'
import type { Chains } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import { nfts as table } from '../db/schema/index.js'
import type { Log } from '../log/createLog.js'
import { PictureStoreError } from '../pictures/PictureStoreError.js'
import type { Pictures } from '../pictures/pictures.js'
import { createRepeatedWork } from '../repeatedWork.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { type NftPicture, nftPictureTypes, readNftPicture } from './nftPicture.js'
import { nftUri } from './nftUri.js'
import { type NftMetadata, readMetadata } from './readMetadata.js'

export interface NftFetchingParameters {
  orm: Orm
  /** where their pictures are kept */
  kept: Pictures
  chains: Chains
  safeFetch: SafeFetch
  clock: Clock
  log: Log
  /** so many NFTs are remembered, those that were asked about last; 20,000 if left out */
  most?: number | undefined
  /** so many bytes of pictures are kept; 4 GiB if left out */
  mostBytes?: number | undefined
}

type Row = typeof table.$inferSelect

const everyMs = 5_000
const forgetEveryMs = 3_600_000
const usualMost = 20_000
const usualMostBytes = 4 * 1024 * 1024 * 1024
const dayMs = 86_400_000
/** So many at once. */
const batch = 4
/** After so long, another node takes what one has taken and not finished. */
const leaseMs = 120_000
/** How long is waited after each attempt that may go better another time. */
const waitsMs = [60_000, 600_000, 3_600_000, 21_600_000, dayMs]
/** How long is waited for a place that is full or away. */
const noRoomMs = 600_000
const maxImageBytes = 2 * 1024 * 1024

/** Fetches the metadata and the pictures of NFTs that were asked about. Several nodes may do it at once: each takes others. */
export function createNftFetching(parameters: NftFetchingParameters): BackgroundWork {
  const round = async (signal: AbortSignal) => {
    // Anyone can hand out as many as they like, each with a picture: then others wait until some are deleted.
    for (let taken = batch; taken === batch && (await hasRoom(parameters)); ) {
      signal.throwIfAborted()
      const rows = await take(parameters)
      await Promise.all(rows.map((row) => fetchOne({ ...parameters, row, signal })))
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
  most = usualMost,
}: Omit<NftFetchingParameters, 'chains' | 'safeFetch' | 'mostBytes'>): BackgroundWork {
  const round = async () => {
    const oldest = new Date(clock.now() - 90 * dayMs)
    await orm.delete(table).where(lt(table.askedAt, oldest))
    const [beyond] = await orm
      .select({ askedAt: table.askedAt })
      .from(table)
      .orderBy(desc(table.askedAt))
      .offset(most)
      .limit(1)
    if (beyond !== undefined) await orm.delete(table).where(lte(table.askedAt, beyond.askedAt))
    await kept.forget()
  }
  return createRepeatedWork({ name: 'NFT retention', everyMs: forgetEveryMs, clock, log, round })
}

async function hasRoom({
  kept,
  most = usualMost,
  mostBytes = usualMostBytes,
}: NftFetchingParameters): Promise<boolean> {
  const { pictures, bytes } = await kept.kept()
  return pictures < most && bytes < mostBytes
}

async function take({ orm, clock }: NftFetchingParameters): Promise<readonly Row[]> {
  const { chainId, contract, tokenId, dueAt, attempts } = table
  const due = orm
    .select({ chainId, contract, tokenId })
    .from(table)
    .where(lte(dueAt, new Date(clock.now())))
    .orderBy(dueAt)
    .limit(batch)
    .for('update', { skipLocked: true })
  return orm
    .update(table)
    .set({ dueAt: new Date(clock.now() + leaseMs), attempts: sql`${attempts} + 1` })
    .where(sql`(${chainId}, ${contract}, ${tokenId}) in ${due}`)
    .returning()
}

type FetchOne = NftFetchingParameters & { row: Row; signal: AbortSignal }

async function fetchOne(parameters: FetchOne): Promise<void> {
  const { orm, kept, row, log, signal, clock } = parameters
  const isRow = and(eq(table.chainId, row.chainId), eq(table.contract, row.contract), eq(table.tokenId, row.tokenId))
  const store = (values: Partial<Row>) => orm.update(table).set(values).where(isRow)
  try {
    const metadata = await metadataOf(parameters)
    if (metadata !== null) await store({ name: metadata.name })
    const picture = metadata === null ? null : await pictureOf({ ...parameters, metadata })
    if (picture !== null) {
      await kept.keep({ hash: picture.digest, mediaType: picture.contentType, bytes: picture.bytes })
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
  const chain = chains.all.find(({ id }) => id === row.chainId)
  if (chain === undefined) return null
  const { contract, standard } = row
  const uri = await nftUri({ chain, id: { contract, standard, tokenId: BigInt(row.tokenId) }, signal })
  return uri === null ? null : readMetadata({ uri, safeFetch, signal })
}

async function pictureOf({
  safeFetch,
  metadata,
  signal,
}: FetchOne & { metadata: NftMetadata }): Promise<NftPicture | null> {
  const { image } = metadata
  if (image === null) return null
  const accept = [...nftPictureTypes, 'application/octet-stream', 'binary/octet-stream', 'text/plain', 'text/xml']
  const fetched =
    typeof image === 'string' ? await safeFetch({ url: image, accept, maxBytes: maxImageBytes, signal }) : image
  return readNftPicture(fetched.bytes)
}

const mayPass = (error: unknown): boolean =>
  error instanceof SafeFetchError ? error.mayPass : error instanceof UpstreamError
