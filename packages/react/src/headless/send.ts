import { presentSend, type Send } from '@foyer/core/internal'
import { usePresented } from '../useObservable.js'

export type { Send, SendFee as ShownFee } from '@foyer/core/internal'

/**
 * A send, from the form to the wallet. What is filled in is the kit's, so that it is the same wherever this is called; what is previewed is sent exactly,
 * once, and not at all where the wallet has gone elsewhere meanwhile.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { form, ready, setAsset, setAmount, setRecipient, review, phase, confirm } = useFoyerSend()
 * if (phase.status === 'reviewing') return <button onClick={confirm}>Send {phase.draft.symbol}</button>
 * return <button disabled={!ready} onClick={review}>Preview</button>
 */
export const useFoyerSend = (): Send => usePresented(presentSend)
