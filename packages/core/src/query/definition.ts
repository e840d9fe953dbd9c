import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { accountOf, networkOf } from '../state/selectors.js'
import type { ViewName } from '../state/viewParams.js'
import type { Observable } from '../store/observable.js'

/** A fetched value, as it is known by now. */
export interface Fetched<Data> {
  /** `idle`: there is nothing to ask, as no account is connected or its network isn't configured. `failed` keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Undefined until it is known. */
  readonly data?: Data | undefined
  /** Why the last question got no answer. */
  readonly error?: unknown
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
  /** Whether another page follows, of what comes by pages. */
  readonly more: 'none' | 'there' | 'loading' | 'failed'
  /** Asks for the page that follows; nothing where there is none, or it is on its way. */
  readonly loadMore: () => void
}

/** Everything that a question is asked with. */
export interface ReadRequest<Subject> {
  readonly foyer: Foyer
  readonly context: FoyerContext
  readonly subject: Subject
  /** The page's cursor; undefined for the first. */
  readonly cursor: string | undefined
  readonly signal: AbortSignal
}

/** The facts that what is emitted may depend on besides the answers. */
export interface About<Subject> {
  readonly foyer: Foyer
  readonly subject: Subject
  /** There are pages that haven't been asked for, or nothing is known yet. */
  readonly hasMore: boolean
}

/** A question as it was asked: its input, its answers so far, and how often. */
export interface Asked<Input, Answer> {
  readonly input: Input
  /** The pages that are known; one of what has no pages. */
  readonly answers: readonly Answer[]
  readonly count: number
}

/**
 * A thing that is fetched, said once: `watch` and the hooks of `@foyer/react` follow it by this. `Subject` and `Answer` are its own: what a question is
 * about, and a page of the answer.
 */
export interface Definition<Input, Data, Subject = unknown, Answer = unknown> {
  /** Returns the subject of the question, as the state has it; undefined while there is nothing to ask. */
  subject(foyer: Foyer, input: Input): Subject | undefined
  /** All that the answer depends on: its kind, then the network where it has one. */
  key(subject: Subject): readonly [kind: string, ...rest: unknown[]]
  read(request: ReadRequest<Subject>): Promise<Answer>
  /** The time for which an answer counts as fresh, in milliseconds. */
  readonly freshMs: number
  /** It is asked for anew, at once where it is watched, when a transaction of this page on its network, the second part of its key, has ended. */
  readonly staleBy?: 'transaction'
  /** The visitor's sentence where a question fails while the view that shows its answer is open. */
  readonly notice?: { readonly view: ViewName; readonly message: PlainSentenceKey }
  /** When it is asked for again while it is watched on a page that is seen; false for never. */
  pollMs?(asked: Asked<Input, Answer>): number | false
  /** A failed question rests for 30 s, whatever is opened or looked at, and a server out of service (503) isn't polled at all [S9.25]. */
  readonly restsAfterFailure?: true
  /** Of what comes by pages: where the one after this begins. */
  nextPage?(page: Answer): string | undefined
  /** Returns the emitted data of the answers, of which there are none at first. */
  data(answers: readonly Answer[], about: About<Subject>): Data | undefined
  /** Emits anew after each change of this. */
  beside?(context: FoyerContext): Pick<Observable<unknown>, 'subscribe'>
  /** Called where another page is asked for, with the last one that is known. */
  onMore?(about: About<Subject>, last: Answer): void
  /** Called where a question got no answer. */
  onFailure?(about: About<Subject>, last: Answer | undefined): void
  /** Subscribes to what the subject depends on: the store unless said. @returns stops */
  changes?(foyer: Foyer, look: () => void): () => void
}

/** An account on a network. */
export interface AccountSubject {
  readonly address: string
  readonly network: Network
}

/** Whose account is asked about. */
export interface OfAccount {
  /** The active chain family by default. */
  readonly family?: Family | undefined
  /** Another account of the wallet than the chosen one; it is asked about once, and not polled. */
  readonly address?: string | undefined
}

/** The account, on the network that its family is on; undefined where none is connected, or the network isn't configured. */
export function accountSubject(
  { store }: Pick<Foyer, 'store'>,
  { family, address: wanted }: OfAccount,
): AccountSubject | undefined {
  const state = store.getState()
  const network = networkOf(state, family)
  const { address: chosen, accounts } = accountOf(state, family)
  const address = wanted === undefined ? chosen : accounts.find((each) => each.address === wanted)?.address
  return network && address ? { address, network } : undefined
}

/**
 * The things that are fetched of an account, by name: a feature adds its own by declaration.
 *
 * @see Definition
 */
// biome-ignore lint/suspicious/noEmptyInterface: each feature declares its own
export interface Fetchable {}
