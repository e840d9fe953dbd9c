import { nameOwnerOf } from '../account/accountFeatures.js'
import { dispatchEvent } from '../attempt/runAttempt.js'
import { type AccountNameFault, accountNameFault } from '../chain/names.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { HttpError } from '../errors/http.js'
import type { Foyer } from '../foyer.js'
import type { Attempts, Refusal } from '../state/attempt.js'
import { currentRoute } from '../state/viewState.js'
import { type Observable, observable, roomOf } from '../store/observable.js'
import { reset } from '../view/navigate.js'
import { reportUnexpected } from '../view/views.js'
import { openNames, registerAccountName } from './registerAccountName.js'

/** The time without typing before the server is asked. */
const restMs = 500

/** Whether the typed name can be had, as the server says. */
export type NameCheck =
  | { readonly status: 'idle' | 'checking' }
  | { readonly status: 'failed'; readonly error: unknown }
  | {
      readonly status: 'known'
      /** `refused`: the server gives it to no account. */
      readonly standing: 'available' | 'registered' | 'refused'
      /** Free names like it, without their zone. */
      readonly suggestions: readonly string[]
    }

export type NameRegistration =
  | { readonly status: 'idle' | 'running' }
  | ({ readonly status: 'failed' } & Refusal)
  /** `name` is without its zone. */
  | { readonly status: 'registered'; readonly name: string }

const idle: NameRegistration = { status: 'idle' }

/** Pure: how far a name's registration has come. */
export function registrationOf({ register }: Attempts): NameRegistration {
  const { name = '', end } = register ?? {}
  if (end?.status === 'failed') return end
  if (end) return end.status === 'succeeded' ? { status: 'registered', name } : idle
  return register ? { status: 'running' } : idle
}

/** The zone where names are given, and whether the account has one. */
export type NamePlace =
  | { readonly status: 'loading' }
  /** The connected account isn't the embedded login's [S6.7]. */
  | { readonly status: 'notOffered' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly zone: string; readonly owned: string | undefined }

/** A name that is being chosen, kept while the modal's views come and go. */
export interface NameFormState {
  readonly place: NamePlace
  /** As it was typed, without the zone. */
  readonly text: string
  readonly fault: AccountNameFault | null
  readonly check: NameCheck
}

export interface NameForm extends Observable<NameFormState> {
  /** Takes what was typed; once typing rests for 500 ms, the server is asked whether it is free. */
  readonly type: (text: string) => void
  /** Asks again what failed to be asked. */
  readonly retry: () => void
  /** Registers the typed name where it is available; while that runs, nothing. */
  readonly register: () => void
}

const empty = {
  text: '',
  fault: null,
  check: { status: 'idle' },
} as const satisfies Partial<NameFormState>

/**
 * A kit's form for its account's name; the same for as long as the kit runs.
 *
 * @example
 * const form = nameForm(foyer)
 * const stop = form.subscribe(() => console.log(form.get().check))
 * form.type('alice')
 */
export function nameForm(foyer: Foyer): NameForm {
  return roomOf(contextOf(foyer), { Room: OpenNameForm, kit: foyer }).form
}

class OpenNameForm {
  readonly form: NameForm
  readonly #foyer: Foyer
  readonly #state = observable<NameFormState>({ place: { status: 'loading' }, ...empty }, () => this.#follow())
  /** Ends what is asked about a former account, or a former text. */
  #placing = new AbortController()
  #checking = new AbortController()
  #registering = new AbortController()
  #owner: string | undefined

  constructor(foyer: Foyer) {
    this.#foyer = foyer
    const { get, subscribe } = this.#state
    this.form = {
      get,
      subscribe,
      type: (text) => this.#type(text),
      retry: () => this.#retry(),
      register: () => void this.#register(),
    }
  }

  end(): void {
    for (const work of [this.#placing, this.#checking, this.#registering]) work.abort()
  }

  get #registration(): NameRegistration {
    return registrationOf(this.#foyer.store.getState().connection.attempts)
  }

  /** Dismisses the last registration's end: it is no answer to the next text, or the next visit. */
  #dismiss(): void {
    dispatchEvent(contextOf(this.#foyer), { type: 'dismissed', slot: 'register' })
  }

  #set(change: Partial<NameFormState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }

  /** Follows whose name is chosen for as long as anyone looks. */
  #follow(): () => void {
    const { store } = this.#foyer
    const see = () => {
      const owner = nameOwnerOf(store.getState())
      const key = owner ? `${owner.networkId}:${owner.address}` : ''
      if (key === this.#owner) return
      this.#owner = key
      this.end()
      this.#dismiss()
      this.#set({ place: { status: owner ? 'loading' : 'notOffered' }, ...empty })
      if (owner) void this.#place(owner.address)
    }
    const stop = store.subscribe(see)
    see()
    return () => {
      stop()
      const isOld = this.#registration.status === 'registered' || this.#state.get().place.status === 'failed'
      if (isOld) this.#owner = undefined
      this.#dismiss()
    }
  }

  async #place(address: string): Promise<void> {
    const { signal } = this.#restart('place')
    const context = contextOf(this.#foyer)
    try {
      const { calls, api, zone } = await openNames({ context, signal })
      const names = await calls.namesOf(api, { address, sender: address, signal })
      const owned = names.find(({ name }) => name.endsWith(`.${zone}`))?.name
      if (!signal.aborted) this.#set({ place: { status: 'ready', zone, owned } })
    } catch (error) {
      if (!signal.aborted) this.#set({ place: { status: 'failed', error } })
    }
  }

  #restart(work: 'place' | 'check'): AbortController {
    const next = new AbortController()
    if (work === 'place') this.#placing = next
    else this.#checking = next
    return next
  }

  #type(text: string): void {
    if (this.#registration.status === 'running') return
    this.#dismiss()
    this.#checking.abort()
    const fault = text === '' ? null : accountNameFault(text)
    const isAskable = text !== '' && fault === null
    this.#set({ text, fault, check: { status: isAskable ? 'checking' : 'idle' } })
    if (!isAskable) return
    const { signal } = this.#restart('check')
    const cancel = contextOf(this.#foyer).clock.setTimeout(() => void this.#check({ text, signal }), restMs)
    signal.addEventListener('abort', cancel, { once: true })
  }

  async #check({ text, signal }: { readonly text: string; readonly signal: AbortSignal }): Promise<void> {
    try {
      const { calls, api, zone } = await openNames({ context: contextOf(this.#foyer), signal })
      const label = text.toLowerCase()
      const own = `${label}.${zone}`
      const { suggestions } = await calls.nameSuggestions(api, { name: label, zone, signal })
      const free = suggestions.flatMap(({ name, registered }) => (registered ? [] : name))
      const isRegistered = !free.includes(own) && (await calls.resolveName(api, { name: own, signal }).catch(isNone))
      if (signal.aborted) return
      this.#set({
        check: {
          status: 'known',
          standing: free.includes(own) ? 'available' : isRegistered ? 'registered' : 'refused',
          suggestions: free.filter((name) => name !== own).flatMap((name) => labelIn({ name, zone })),
        },
      })
    } catch (error) {
      if (!signal.aborted) this.#set({ check: { status: 'failed', error } })
    }
  }

  #retry(): void {
    const { place, check, text } = this.#state.get()
    const owner = nameOwnerOf(this.#foyer.store.getState())
    if (place.status === 'failed' && owner) {
      this.#set({ place: { status: 'loading' } })
      void this.#place(owner.address)
    }
    if (check.status !== 'failed') return
    this.#set({ check: { status: 'checking' } })
    void this.#check({ text, signal: this.#restart('check').signal })
  }

  async #register(): Promise<void> {
    const state = this.#state.get()
    if (!canRegister(state, this.#registration)) return
    this.#registering = new AbortController()
    const { signal } = this.#registering
    try {
      const { name } = await registerAccountName(this.#foyer, { name: state.text, signal })
      const { view } = this.#foyer.store.getState()
      if (view.open && currentRoute(view).view === 'RegisterAccountName')
        reset(this.#foyer, { view: 'RegisterAccountNameSuccess', name })
    } catch (error) {
      const registration = this.#registration
      const isSaid = registration.status === 'failed' && registration.reason !== undefined
      if (!isSaid) reportUnexpected(contextOf(this.#foyer), error)
    }
  }
}

/** Pure: may the typed name be registered now? */
export function canRegister({ place, check }: NameFormState, { status }: NameRegistration): boolean {
  const isFree = check.status === 'known' && check.standing === 'available'
  const isWithout = place.status === 'ready' && place.owned === undefined
  return isFree && isWithout && (status === 'idle' || status === 'failed')
}

/** That no account has the name is an answer. */
function isNone(error: unknown): null {
  if (error instanceof FoyerError && error.cause instanceof HttpError && error.cause.status === 404) return null
  throw error
}

/** The part before the zone; none for a name of another zone. */
function labelIn({ name, zone }: { readonly name: string; readonly zone: string }): string[] {
  return name.endsWith(`.${zone}`) ? [name.slice(0, -zone.length - 1)] : []
}
