import type { Foyer } from '../foyer.js'
import type { Observable } from '../store/observable.js'
import { type Send, sendRoomOf } from './sendRoom.js'

/**
 * A kit's send, as it is known by now. While somebody subscribes, what the account holds and whom it has dealt with is followed.
 *
 * @example const { step, ready } = sendOf(foyer).get()
 */
export const sendOf = (foyer: Foyer): Observable<Send> => sendRoomOf(foyer).send

/**
 * Follows a kit's send: called at once, and after each change.
 *
 * @returns stops
 * @example
 * const stop = watchSend(foyer, ({ step, ready }) => render({ step, ready }))
 */
export function watchSend(foyer: Foyer, listener: (send: Send) => void): () => void {
  const { get, subscribe } = sendOf(foyer)
  const stop = subscribe(() => listener(get()))
  listener(get())
  return stop
}
