import type { Grants, KeptGrant } from '@foyer/signing'
import * as v from 'valibot'
import type { RpcParameters } from './rpc.js'

/** So many are remembered; what isn't any more stands all the same, until it ends or is ended. */
const mostGrants = 50

const OnDevice: v.GenericSchema<unknown, KeptGrant & { readonly site: string }> = v.object({
  ...{ site: v.string(), chainId: v.string(), context: v.string() },
  answer: v.record(v.string(), v.unknown()),
})

/** What this site was granted: kept by the device, or until the page is left where the browser keeps no device for the frame. */
export function grantsIn({ store, site }: Pick<RpcParameters, 'store' | 'site'>): Grants {
  const all = () =>
    (store.get().grants ?? []).flatMap((each) => (v.is(OnDevice, each) ? [v.parse(OnDevice, each)] : []))
  return {
    list: () => all().flatMap(({ site: of, ...grant }) => (of === site ? [grant] : [])),
    add: (grant) => store.set({ grants: [{ ...grant, site }, ...all()].slice(0, mostGrants) }).catch(console.warn),
  }
}
