import { accountOf, type WalletFeature } from '@foyer/core'
import { walletFeatures } from '@foyer/core/account'
import { capabilities } from '@foyer/core/actions'
import { ActionUnsupportedError, AdapterNotFoundError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { useCallback } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'

/**
 * Lists the connected account's features, in the host's order: what is switched on, as far as the wallet and its network have it. Buying and swapping
 * take the operator's server, so without `api` they are absent. Sending is taken away where the wallet turns out to send nothing.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S1.8, S1.9
 * @example
 * const canSend = useFoyerWalletFeatures().includes('send')
 */
export function useFoyerWalletFeatures(): readonly WalletFeature[] {
  const { shown } = useKit()
  const offered = useSelect((state) => walletFeatures({ foyer: shown, state }))
  const subject = useSelect((state) => {
    const { connection, address } = accountOf(state)
    const { family } = state
    return connection && offered.includes('send')
      ? { family, address, connectionId: connection.id, networkId: connection.networks[family] }
      : undefined
  })
  const watch = useCallback(
    (emit: (sends: boolean) => void) => {
      if (!subject) return () => {}
      const asking = new AbortController()
      capabilities(shown, { signal: asking.signal }).then(
        ({ transfers }) => emit(transfers.length > 0),
        (error: unknown) => {
          if (asking.signal.aborted) return
          if (error instanceof ActionUnsupportedError || error instanceof AdapterNotFoundError) emit(false)
          // Otherwise it stays offered: the view of sending says what is wrong.
          else contextOf(shown).report(error)
        },
      )
      return () => asking.abort()
    },
    [shown, subject],
  )
  const sends = useWatched({ initial: true, watch })
  return sends ? offered : offered.filter((feature) => feature !== 'send')
}
