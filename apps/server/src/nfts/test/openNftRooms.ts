// For tests of NFTs; nothing in the product imports this.
import type { Address } from 'viem'
import { expect } from 'vitest'
import type { ChainConfig } from '../../chains/chain.js'
import { createChains } from '../../chains/chains.js'
import type { Clock } from '../../clock.js'
import { type Behaviour, placeContract } from '../../contracts/test/strangeContracts.js'
import type { Database } from '../../db/database.js'
import { createLog } from '../../log/createLog.js'
import type { PictureStore } from '../../pictures/pictureStore.js'
import { createPictures } from '../../pictures/pictures.js'
import { resolveHost } from '../../safeFetch/resolveHost.js'
import { createSafeFetch } from '../../safeFetch/safeFetch.js'
import type { Files } from '../../safeFetch/test/startFiles.js'
import { patientClock } from '../../test/patientClock.js'
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
  database: Database
  files: Files
  /** of the network's node */
  url: string
  pictureStore: PictureStore
  /** after the beginning of 2026 */
  days: number
  room?: NftRoom | undefined
}

/** The rooms with a clock that is moved by hand, and rounds that are begun by hand. */
export function openNftRooms({ database, files, url, pictureStore, days, room }: OpenNftRooms) {
  let time = Date.parse('2026-01-01T00:00:00Z') + days * 86_400_000
  const timers: (() => void)[] = []
  const clock: Clock = {
    now: () => time,
    setTimeout: (callback) => {
      timers.push(callback)
      return () => {}
    },
  }
  const lines: string[] = []
  const log = createLog({ level: 'trace', to: { write: (line) => void lines.push(line) } })
  const { orm } = database
  const chains = createChains({ chains: [local(url)], timeoutMs: 2_000, clock: patientClock, random: () => 0.5 })
  const config = { allow: [files.origin], http: false }
  const safeFetch = createSafeFetch({ config, clock: patientClock, resolveHost })
  const kept = createPictures({ orm, store: pictureStore, now: clock.now })
  const nfts = createNfts({ orm, kept, publicUrl, now: clock.now })
  const run = async (work: ReturnType<typeof createNftFetching>) => {
    const before = timers.length
    work.start()
    await expect.poll(() => timers.length).toBeGreaterThan(before)
    await work.stop()
  }
  const fetching = () => createNftFetching({ orm, kept, chains, safeFetch, clock, log, room })
  const fetchDue = () => run(fetching())
  const forget = () => run(createNftKeeping({ orm, kept, clock, log, room }))
  const of = async (id: NftId, account = alice) =>
    (await nfts.of({ chain: { id: 'eip155:31337' }, account, ids: [id] })).get(nftKey(id))
  const fetched = async (id: NftId) => {
    await of(id)
    await fetchDue()
    return of(id)
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { nfts, of, fetching, fetchDue, fetched, forget, pass, lines }
}
