import type { Network } from '@foyer/core'
import type { ReactNode } from 'react'
import { networkImageOf } from '../modal/networkImageOf.js'
import { useFoyer } from '../useFoyer.js'
import { useSelect } from '../useSelect.js'

/** A picture that no other origin is asked for. */
const own = /^(data:|\/(?!\/))/

/** A network's picture over its initial. One from another origin waits until the modal is opened for the first time. */
export function NetworkPicture({ network }: { readonly network: Network }): ReactNode {
  const foyer = useFoyer()
  const opened = useSelect((state) => state.view !== foyer.store.getInitialState().view)
  const src = networkImageOf({ network, foyer })
  return (
    <span data-part="network-image" data-initial={[...network.name][0]} aria-hidden="true">
      {src && (opened || own.test(src)) ? <img src={src} alt="" referrerPolicy="no-referrer" /> : null}
    </span>
  )
}
