import { accountOf } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import {
  type AccountSessions,
  accountSessions,
  createPermissions,
  type PermissionsForm,
  type PermissionsState,
  type ShownSession,
  shownSession,
} from '@foyer/core/permissions'
import type { Fetched } from '@foyer/core/query'
import { useMemo, useRef, useState } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import type { OfFamily } from './account.js'

export type { ShownSession } from '@foyer/core/permissions'

export interface SmartSessions
  extends Pick<AccountSessions, 'known'>,
    Pick<Fetched<never>, 'status'>,
    Pick<PermissionsState, 'phase' | 'notice'> {
  /** Those that may be used, and those that can be ended. */
  readonly open: readonly ShownSession[]
  /** Those that are over. */
  readonly over: readonly ShownSession[]
  /** Has the visitor end them in the wallet, one after the other; the state says how it goes. */
  readonly end: (sessions: readonly ShownSession[]) => Promise<void>
  /** The sessions that are being ended, by their keys; empty while the wallet isn't asked. */
  readonly ending: readonly string[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

const none: AccountSessions = { sessions: [], known: false }

/**
 * Lists the sessions by which applications act for the chosen account without asking it, with what was spent as its chain says; ended ones too.
 *
 * @throws ProviderMissingError outside of a provider
 * @see ERC-7715, S7.21
 * @example
 * const { open, end } = useFoyerSmartSessions()
 * return <>{open.map((each) => <button key={each.key} onClick={() => end([each])}>End {each.name}: {each.spent}</button>)}</>
 */
export function useFoyerSmartSessions({ family }: OfFamily = {}): SmartSessions {
  const { foyer, shown } = useKit()
  const isConnected = useSelect((state) => accountOf(state, family).connection !== undefined)
  const { data: { sessions, known } = none, status, refetch } = useFetched(accountSessions, { family }, isConnected)
  const form = useMemo(() => createPermissions(foyer), [foyer])
  const { phase, notice } = useObservable(form)
  const [ending, setEnding] = useState<readonly string[]>([])
  const relist = useRef(refetch)
  relist.current = refetch
  const locale = shown.options.locale.tag
  const all = useMemo(() => {
    const now = contextOf(shown).clock.now()
    const listed = sessions.map((each) => shownSession(each, { locale, now }))
    return { open: listed.filter(({ mayEnd }) => mayEnd), over: listed.filter(({ mayEnd }) => !mayEnd) }
  }, [sessions, locale, shown])
  return useMemo(
    () => ({
      ...all,
      ...{ status, known, phase, notice, ending, retry: refetch },
      async end(wanted) {
        const [first, ...others] = wanted
        if (!first) return
        setEnding(wanted.map(({ key }) => key))
        await ended(form, [first, ...others])
        setEnding([])
        relist.current()
      },
    }),
    [all, status, known, phase, notice, ending, refetch, form],
  )
}

/** The state says how it went. */
const ended = (form: PermissionsForm, permissions: readonly [ShownSession, ...ShownSession[]]): Promise<void> =>
  form.revoke({ permissions }).catch(() => {})
