// For tests of NFTs; nothing in the product imports this.

import type { Database } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import { handClock } from '@foyer/service-testing/handClock'
import { patientClock } from '@foyer/service-testing/patientClock'
import { type StartedChain, startChain } from '@foyer/stack'
import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { ChainConfig } from '../../chains/chain.js'
import { createChains } from '../../chains/createChains.js'
import { type Behaviour, placeContract } from '../../contracts/test/strangeContracts.js'
import { createDrawings } from '../../drawings/drawings.js'
import { workerFile } from '../../drawings/workerFile.js'
import type { PictureStore } from '../../pictures/pictureStore.js'
import { createPictures } from '../../pictures/pictures.js'
import { resolveHost } from '../../safeFetch/resolveHost.js'
import { createSafeFetch } from '../../safeFetch/safeFetch.js'
import { type Files, startFiles } from '../../safeFetch/test/startFiles.js'
import { openTestDatabase } from '../../test/openApi.js'
import { type NftId, nftKey } from '../nft.js'
import { createNftFetching, createNftKeeping } from '../nftFetching.js'
import type { NftRoom } from '../nftRoom.js'
import { createNfts } from '../nfts.js'

export const publicUrl = 'https://api.example'

const local = (url: string): ChainConfig => ({
  id: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  iconUrl: '',
  upstreams: [url],
  tokens: [],
})

export const alice: string = '0xa11ce'

/** A chain, a database for a file of tests, and a host of files for each of them. Called at the top of the file. */
export interface NftGround {
  database: Database
  anvil: StartedChain
  files: Files
}

export function nftGround(): NftGround {
  let opened: Omit<NftGround, 'files'> | undefined
  let files: Files | undefined
  beforeAll(async () => {
    opened = { database: await openTestDatabase(), anvil: await startChain({ id: 31337 }) }
  })
  afterAll(() => Promise.all([opened?.anvil.stop(), opened?.database.close()]))
  beforeEach(async () => {
    files = await startFiles()
  })
  afterEach(() => files?.stop())
  const early = () => expect.fail('Nothing is open before the first test.')
  return {
    get database() {
      return opened?.database ?? early()
    },
    get anvil() {
      return opened?.anvil ?? early()
    },
    get files() {
      return files ?? early()
    },
  }
}

export interface PlaceNft {
  url: string
  /** another contract for each */
  index: number
  uri: Behaviour
  standard?: NftId['standard'] | undefined
  tokenId?: bigint | undefined
}

export async function placeNft({ url, index, uri, standard = 'erc721', tokenId = 7n }: PlaceNft): Promise<NftId> {
  const address: Address = `0xCC${index.toString(16).padStart(38, '0')}`
  const functions = { [standard === 'erc721' ? 'tokenURI(uint256)' : 'uri(uint256)']: uri }
  return { contract: await placeContract({ url, address, functions }), standard, tokenId }
}

export interface OpenNftRooms {
  ground: NftGround
  /** of the network's node, if not the ground's */
  url?: string | undefined
  pictureStore: PictureStore
  /** after the beginning of 2026 */
  days: number
  room?: NftRoom | undefined
}

/** The rooms with a clock that is moved by hand, and rounds that are begun by hand. */
export function openNftRooms({ ground, url = ground.anvil.url, pictureStore, days, room }: OpenNftRooms) {
  const { database, files } = ground
  const clock = handClock(Date.parse('2026-01-01T00:00:00Z') + days * 86_400_000)
  const lines: string[] = []
  const log = createLog({ level: 'trace', to: { write: (line) => void lines.push(line) } })
  const { orm } = database
  const chains = createChains({ chains: [local(url)], timeoutMs: 2_000, clock: patientClock, random: () => 0.5 })
  const config = { allow: [files.origin], http: false }
  const safeFetch = createSafeFetch({ config, clock: patientClock, resolveHost })
  const kept = createPictures({ orm, store: pictureStore, now: clock.now })
  const nfts = createNfts({ orm, kept, publicUrl, now: clock.now })
  const run = async (work: ReturnType<typeof createNftFetching>) => {
    const before = clock.waiting()
    work.start()
    await expect.poll(clock.waiting).toBeGreaterThan(before)
    await work.stop()
  }
  const drawings = createDrawings({ clock: patientClock, workerFile })
  const fetching = () => createNftFetching({ orm, kept, chains, safeFetch, drawings, clock, log, room })
  const fetchDue = () => run(fetching())
  const forget = () => run(createNftKeeping({ orm, kept, clock, log, room }))
  const of = async (id: NftId, account = alice) =>
    (await nfts.of({ chain: { id: 'eip155:31337' }, account, ids: [id] })).get(nftKey(id))
  const fetched = async (id: NftId) => {
    await of(id)
    await fetchDue()
    return of(id)
  }
  return { nfts, of, fetching, fetchDue, fetched, forget, pass: clock.pass, lines }
}
