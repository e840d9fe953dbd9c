import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { shownName } from '../connector/listedWallet.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { NameFormState, NameRegistration } from './nameForm.js'

/** A failure, for the visitor: a sentence of the catalogue by its key, else the server's own reason as it stands. */
export type NameTrouble = { readonly notice: PlainSentenceKey } | { readonly reason: string }

export interface AccountName {
  /**
   * `notOffered`: another wallet than the embedded login is connected, or none [S6.7]. `owned`: the account has a name. `choosing`: it may choose one.
   */
  readonly phase: 'loading' | 'notOffered' | 'failed' | 'owned' | 'choosing' | 'registering' | 'registered'
  /** The end of the name, with its point: `.foyer.id`; empty until it is known. */
  readonly suffix: string
  /** The account's name with its suffix, once it has one. */
  readonly name: string | undefined
  /** The typed text, without the suffix. */
  readonly text: string
  /** Changes what is typed. */
  readonly setText: (text: string) => void
  /** The reason why the text is no name [S5.8 S5.9]. */
  readonly fault: 'short' | 'characters' | undefined
  /** Whether the typed name is free; asked once typing rests for 500 ms. */
  readonly standing: 'unknown' | 'checking' | 'available' | 'registered' | 'refused' | 'failed'
  /** Free names like it, without the suffix. */
  readonly suggestions: readonly string[]
  /** Why names can't be reached, the text couldn't be looked up, or it couldn't be registered. */
  readonly trouble: NameTrouble | undefined
  /** Whether the typed name can be registered now. */
  readonly canRegister: boolean
  /** Has the visitor sign the name and registers it, once; where it may not be, or is under way, nothing. */
  readonly register: () => void
  /** Asks again what couldn't be asked. */
  readonly retry: () => void
}

export function namePhase({ place }: NameFormState, registration: NameRegistration): AccountName['phase'] {
  if (place.status !== 'ready') return place.status
  if (registration.status === 'registered') return 'registered'
  if (registration.status === 'running') return 'registering'
  return place.owned === undefined ? 'choosing' : 'owned'
}

/** Pure: the newest failure. What a server says may hold anything: it is shown without what could pose as something else. */
export function nameTrouble({ place, check }: NameFormState, registration: NameRegistration): NameTrouble | undefined {
  const otherwise = { notice: 'names.failed' } as const
  if (registration.status === 'failed') {
    const { reason, notice } = registration
    if (reason !== undefined) return inWords(reason)
    return notice === 'error.unknown' ? otherwise : { notice }
  }
  const failed = [check, place].find(({ status }) => status === 'failed')
  if (!failed || !('error' in failed)) return undefined
  const { error } = failed
  if (!(error instanceof FoyerError)) return otherwise
  if (error.notice && error.notice !== 'error.unknown') return { notice: error.notice }
  if (error.code === 'name_service') return inWords(error.message)
  return failed === place ? { notice: 'names.placeFailed' } : otherwise
}

const inWords = (reason: string): NameTrouble => ({ reason: shownName(reason).slice(0, 200) })
