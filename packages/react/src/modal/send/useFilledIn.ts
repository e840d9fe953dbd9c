import { currentRoute, type Foyer, type Route, type ViewProps } from '@foyer/core'
import { contextOf, roomOf } from '@foyer/core/internal'
import { useEffect } from 'react'
import type { Send } from '../../headless/send.js'
import { useModal } from '../modalContext.js'

/** The entries of a kit's history whose form was filled in already: who comes back to one finds it as it was left. */
class FilledIn {
  readonly entries = new WeakSet<Route>()
}

const filledIn = (foyer: Foyer): WeakSet<Route> => roomOf(contextOf(foyer), { Room: FilledIn, kit: foyer }).entries

/** Fills in what a view was opened with, once a visit. */
export function useFilledIn({
  filling: { asset, amount, to },
  send: { setAsset, setAmount, setRecipient },
}: {
  readonly filling: ViewProps<'WalletSend'>
  readonly send: Pick<Send, 'setAsset' | 'setAmount' | 'setRecipient'>
}): void {
  const { foyer, state } = useModal()
  const entry = currentRoute(state.view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit, also where it is opened anew while it's shown
  useEffect(() => {
    const filled = filledIn(foyer)
    if (entry.view !== 'WalletSend' || filled.has(entry)) return
    filled.add(entry)
    if (asset) setAsset(asset)
    if (amount !== undefined) setAmount(amount)
    if (to !== undefined) setRecipient(to)
  }, [entry])
}
