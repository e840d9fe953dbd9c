import { shortenAddress } from '@foyer/core/chain'
import type { ShownFee } from '@foyer/core/internal'
import { part } from '@foyer/parts'
import type { ReactNode } from 'react'

/** An address whole, on lines of one length, which are compared more easily. */
export function WholeAddress({ children }: { readonly children: string }): ReactNode {
  return (
    <bdi dir="ltr" {...part({ name: 'whole-address' })}>
      {children}
    </bdi>
  )
}

/** The name of a transaction, shortened; whole as its title. */
export function TransactionHash({ children }: { readonly children: string }): ReactNode {
  return (
    <bdi dir="ltr" title={children}>
      {shortenAddress({ address: children })}
    </bdi>
  )
}

/** The network's fee: dollars first where they are known. */
export function Fee({ amount, worth }: ShownFee): ReactNode {
  return (
    <bdi dir="ltr" {...part({ name: 'fee' })}>
      {worth ? `${worth} · ${amount}` : amount}
    </bdi>
  )
}
