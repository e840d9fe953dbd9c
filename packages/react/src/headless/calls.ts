import type { Family, SentCalls } from '@foyer/core'
import { accountOf, networkIdOf } from '@foyer/core'
import { chosenAccount } from '@foyer/core/account'
import { capabilities } from '@foyer/core/actions'
import { type CallsForm, type CallsState, createCalls, type SendCallsParameters } from '@foyer/core/calls'
import { contextOf } from '@foyer/core/internal'
import { useCallback, useMemo } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import type { OfFamily } from './account.js'

/** The parameters of a batch; its wallet may be left out where it is the active one. */
export type SendFoyerCalls<F extends Family = Family> = SendCallsParameters<F>

/** Several calls that a page has sent: how the wallet takes them, and what became of the last batch. */
export interface Calls extends CallsState {
  /** The connected wallet's way with several calls: as one, as one once the visitor has its account upgraded, as a batch, or one at a time. Undefined until it is known. */
  readonly way: 'atomic' | 'upgrade' | 'batch' | 'oneByOne' | undefined
  /** Asks the wallet, once. @throws as `sendCalls` of `@foyer/core/calls`; the state says the same */
  readonly send: <F extends Family = Family>(parameters: SendFoyerCalls<F>) => Promise<SentCalls>
}

/**
 * Has the visitor send several calls, at once where the wallet takes batches (EVM: EIP-5792), else one at a time, and follows them to their end.
 *
 * @throws ProviderMissingError outside of a provider
 * @see EIP-5792
 * @example
 * const { send, phase, call } = useFoyerCalls()
 * const buy = () => send({ family: 'eip155', calls: [approve, deposit] })
 * return <button disabled={phase === 'asking'} onClick={buy}>{call ? `${call.number} of ${call.count}` : 'Buy'}</button>
 */
export function useFoyerCalls({ family }: OfFamily = {}): Calls {
  const { foyer } = useKit()
  const form: CallsForm = useMemo(() => createCalls(foyer), [foyer])
  const state = useObservable(form)
  const way = useWay(family, state.phase)
  return useMemo(() => ({ ...state, way, send: form.send }), [state, way, form])
}

/** Asked for anew once something was carried out, by which an account may have been upgraded, and once the account is of another kind. */
function useWay(family: Family | undefined, phase: CallsState['phase']): Calls['way'] {
  const { foyer } = useKit()
  const { address, networkId, connectorId, type } = useSelect((state) => ({
    type: chosenAccount(state, family)?.type,
    address: accountOf(state, family).address,
    connectorId: accountOf(state, family).connection?.connector.id,
    networkId: networkIdOf(state, family),
  }))
  const isOver = phase === 'done'
  const watch = useCallback(
    (emit: (way: Calls['way']) => void) => {
      if (address === undefined || networkId === undefined) return () => {}
      const controller = new AbortController()
      const { signal } = controller
      void isOver
      void type
      capabilities(foyer, { account: address, networkId, connectorId, signal }).then(
        ({ sendCalls, atomic }) => signal.aborted || emit(wayOf({ sendCalls, atomic })),
        (error: unknown) => signal.aborted || contextOf(foyer).report(error),
      )
      return () => controller.abort()
    },
    [foyer, address, networkId, connectorId, type, isOver],
  )
  return useWatched({ initial: undefined, watch })
}

function wayOf({
  sendCalls,
  atomic,
}: {
  readonly sendCalls: boolean
  readonly atomic: 'supported' | 'ready' | 'unsupported'
}): Calls['way'] {
  if (!sendCalls) return 'oneByOne'
  return atomic === 'supported' ? 'atomic' : atomic === 'ready' ? 'upgrade' : 'batch'
}
