import type { Grants, KeptGrant } from '@foyer/signing'
import * as v from 'valibot'
import { callableFor } from '../servers/callable.js'
import type { RpcParameters } from './rpc.js'

/** So many are remembered; what isn't any more stands all the same, until it ends or is ended. */
const mostGrants = 50
/** A context is no longer than the wallet reads one. */
const longest = 20_000

const OnDevice: v.GenericSchema<unknown, KeptGrant & { readonly site: string }> = v.object({
  site: v.pipe(v.string(), v.maxLength(2_048)),
  chainId: v.pipe(v.string(), v.regex(/^eip155:[1-9]\d{0,19}$/)),
  context: v.pipe(v.string(), v.regex(/^0x[0-9a-f]+$/), v.maxLength(longest)),
  answer: v.record(v.string(), v.unknown()),
})

/** A row that was changed or is of another version is left out; the others stay. */
const rowsOf = (grants: readonly unknown[] | undefined) =>
  (grants ?? []).flatMap((each) => (v.is(OnDevice, each) ? [v.parse(OnDevice, each)] : []))

type Locks = Pick<LockManager, 'request'>

/**
 * Returns what this site was granted: kept by the device, or until the page is left where the browser keeps no device
 * for the frame.
 *
 * @param locks - the browser's, where it has them: what two tabs are granted at a time is kept one after the other
 */
export function grantsIn(
  { store, site, asking }: Pick<RpcParameters, 'store' | 'site' | 'asking'>,
  locks: Locks | undefined = globalThis.navigator?.locks,
): Grants {
  const keep = async (grant: KeptGrant) => {
    await store.refresh()
    await store.set({ grants: [{ ...grant, site }, ...rowsOf(store.get().grants)].slice(0, mostGrants) })
  }
  return {
    async list() {
      // Another tab may have been granted something since; what can't be read anew is what this page has.
      await store.refresh().catch(console.warn)
      return rowsOf(store.get().grants).flatMap(({ site: of, ...grant }) => (of === site ? [grant] : []))
    },
    // Of every site, as all are kept in one list. Where nothing is kept, there are no locks either.
    async add(grant) {
      const kept = locks && store.isKept ? locks.request('foyer-wallet-grants', () => keep(grant)) : keep(grant)
      await kept.catch(console.warn)
    },
    callable: asking && callableFor({ ...asking, site }),
  }
}
