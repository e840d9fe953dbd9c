import { encodeBytes, sha256 } from '@foyer/custody/bytes'
import { type Batches, batchIdOf, type KeptBatch } from '@foyer/signing'
import * as v from 'valibot'
import { pageCookie } from '../servers/pageCookie.js'
import type { RpcParameters } from './rpc.js'

type Keeping = Pick<RpcParameters, 'store' | 'page' | 'site'>

/** The batches that this site has had carried out: kept by the device, which is another under each site, or in the frame's own cookie where the browser keeps no device for it. */
export function batchesIn(parameters: Keeping): Batches {
  const { store } = parameters
  const kept = store.isKept ? onDevice(store) : inCookie(parameters)
  const own = ofPage.get(store) ?? new Map<string, KeptBatch>()
  ofPage.set(store, own)
  return {
    asOne: store.get().preferred !== 'eoa',
    get: async (id) => own.get(id) ?? kept.get(id),
    set(batch) {
      own.set(batch.id, batch)
      return kept.set(batch)
    },
  }
}

/** A page knows its own batches until it is left, whatever its browser doesn't keep. */
const ofPage = new WeakMap<Keeping['store'], Map<string, KeptBatch>>()

/** Batches are remembered, so many of them. */
const mostBatches = 100

const OnDevice: v.GenericSchema<unknown, KeptBatch> = v.object({
  id: v.pipe(v.string(), v.transform(batchIdOf)),
  chainId: v.string(),
  from: v.string(),
  delegate: v.optional(v.string()),
  hadCode: v.optional(v.boolean()),
  operation: v.optional(v.string()),
  underwayUntil: v.optional(v.number()),
  count: v.optional(v.number()),
  nonce: v.optional(v.number()),
  atomic: v.boolean(),
  hashes: v.pipe(v.array(v.string()), v.readonly()),
  isOver: v.boolean(),
})

const onDevice = (store: Keeping['store']): Pick<Batches, 'get' | 'set'> => {
  const all = () => (store.get().batches ?? []).flatMap((each) => (v.is(OnDevice, each) ? v.parse(OnDevice, each) : []))
  return {
    // Another tab may have it.
    async get(id) {
      await store.refresh().catch(console.warn)
      return all().find((each) => each.id === id)
    },
    set(batch) {
      const others = all().filter(({ id }) => id !== batch.id)
      return store.set({ batches: [batch, ...others].slice(0, mostBatches) }).catch(console.warn)
    },
  }
}

const keptSeconds = 2 * 86_400
/** A browser keeps about 4 kB of a cookie. */
const mostInCookie = 12

/** Ids are of any length, and one site's cookie may be another's of the same domain. */
const keyOf = async (site: string, id: string): Promise<string> =>
  encodeBytes(await sha256(new TextEncoder().encode(`${site} ${id}`))).slice(0, 22)

function inCookie({ page, site }: Keeping): Pick<Batches, 'get' | 'set'> {
  const cookie = pageCookie(page, 'batches')
  const lines = () => (cookie.get() ?? '').split('~').filter(Boolean)
  return {
    async get(id) {
      const key = await keyOf(site, id)
      const line = lines().find((each) => each.startsWith(`${key}.`))
      return line === undefined ? undefined : batchIn(id, line)
    },
    async set(batch) {
      const key = await keyOf(site, batch.id)
      const others = lines().filter((each) => !each.startsWith(`${key}.`))
      const value = [`${key}.${written(batch)}`, ...others].slice(0, mostInCookie).join('~')
      cookie.set(value, keptSeconds)
    },
  }
}

const written = ({
  chainId,
  from,
  delegate = '',
  hadCode,
  operation = '',
  underwayUntil,
  count,
  nonce,
  hashes,
  atomic,
  isOver,
}: KeptBatch): string =>
  [
    ...[chainId, from, delegate, hadCode ?? '', operation, underwayUntil ?? '', count ?? '', nonce ?? ''],
    ...[atomic, isOver, ...hashes],
  ].join('.')

function batchIn(id: string, line: string): KeptBatch {
  const [, chainId = '', from = '', delegate = '', hadCode = '', operation = '', ...more] = line.split('.')
  const [underwayUntil = '', count = '', nonce = '', atomic = '', isOver = '', ...hashes] = more
  const numberIn = (text: string) => (text === '' ? undefined : Number(text))
  return {
    id,
    chainId,
    from,
    atomic: atomic === 'true',
    isOver: isOver === 'true',
    hashes,
    delegate: delegate || undefined,
    operation: operation || undefined,
    hadCode: hadCode === '' ? undefined : hadCode === 'true',
    underwayUntil: numberIn(underwayUntil),
    count: numberIn(count),
    nonce: numberIn(nonce),
  }
}
