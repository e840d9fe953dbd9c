import { heldToken, heldTokens } from '@foyer/core/account'
import { addresses } from '@foyer/core/actions'
import type { TokenBalance } from '@foyer/core/connector'
import { contextOf, idle } from '@foyer/core/internal'
import { type Fetched, watch } from '@foyer/core/query'
import { tokenByAddress } from '@foyer/core/send'
import { useCallback, useMemo } from 'react'
import { useKit } from '../kit.js'
import { useWatched } from '../useWatched.js'
import { useFoyerSend } from './send.js'
import type { HeldToken } from './tokens.js'

export interface SendTokens {
  /** The status of the query. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Those that fit what is searched for; a token that is searched for by its address is there though no list has it. */
  readonly tokens: readonly HeldToken[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * The tokens that can be sent, as the account holds them.
 *
 * @param parameters.search - what a token’s name, symbol or address must contain
 * @param options.search - part of a name or symbol, or a token's address; all by default
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { tokens } = useFoyerSendTokens({ search })
 * return tokens.map(({ key, symbol }) => <option key={key}>{symbol}</option>)
 */
export function useFoyerSendTokens({ search = '' }: { readonly search?: string | undefined } = {}): SendTokens {
  const { holdings } = useFoyerSend()
  const wanted = search.trim().toLowerCase()
  const listed = useMemo(() => heldTokens(holdings.tokens), [holdings.tokens])
  const fitting = listed.filter((token) => fits({ token, wanted }))
  const found = useFoundToken(fitting.length === 0 ? wanted : '')
  if (found.data) return { status: 'ready', tokens: [heldToken(found.data)], retry: holdings.refetch }
  const status = found.status === 'loading' ? 'loading' : holdings.status
  return { status, tokens: fitting, retry: holdings.refetch }
}

function fits({ token, wanted }: { readonly token: HeldToken; readonly wanted: string }): boolean {
  return (
    [token.name, token.symbol].some((text) => text.toLowerCase().includes(wanted)) ||
    token.address?.toLowerCase() === wanted
  )
}

/** A token by the address that was typed. */
function useFoundToken(text: string): Fetched<TokenBalance> {
  const { shown } = useKit()
  const follow = useCallback(
    (emit: (found: Fetched<TokenBalance>) => void) => {
      if (text === '') return () => {}
      let stop = () => {}
      let stopped = false
      addresses(shown).then(({ parse }) => {
        const address = parse(text)
        if (stopped || address === undefined) return
        emit({ ...idle, status: 'loading' })
        stop = watch(shown, tokenByAddress, { token: address }, emit)
      }, contextOf(shown).report)
      return () => {
        stopped = true
        stop()
      }
    },
    [shown, text],
  )
  return useWatched<Fetched<TokenBalance>>({ initial: idle, watch: follow })
}
