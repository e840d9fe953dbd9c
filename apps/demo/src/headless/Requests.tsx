import type { Foyer } from '@foyer/core'
import { sendTransfer, signMessage, waitForTransaction } from '@foyer/core/actions'
import { parseAmount } from '@foyer/core/chain'
import { FoyerError } from '@foyer/core/errors'
import { useFoyerSentences } from '@foyer/react/headless'
import { useId, useState } from 'react'
import { useWords } from '../words/WordsProvider.js'
import { fill } from '../words/words.js'

type Outcome = { readonly status: 'idle' | 'waiting' } | { readonly status: 'done' | 'failed'; readonly text: string }

/** A message to sign and a coin to send, for whatever family is connected. */
export function Requests({ foyer }: { readonly foyer: Foyer }) {
  const say = useFoyerSentences()
  const { headless, actions } = useWords()
  const title = useId()
  const [message, setMessage] = useState(actions.message)
  const [to, setTo] = useState('0x000000000000000000000000000000000000dEaD')
  const [amount, setAmount] = useState('0.01')
  const [outcome, setOutcome] = useState<Outcome>({ status: 'idle' })
  const busy = outcome.status === 'waiting'
  const perform = async (request: () => Promise<string>) => {
    setOutcome({ status: 'waiting' })
    try {
      setOutcome({ status: 'done', text: await request() })
    } catch (error) {
      const notice = error instanceof FoyerError ? error.notice : undefined
      setOutcome({ status: 'failed', text: say(notice ?? 'error.unknown') })
    }
  }
  const send = async () => {
    const decimals = foyer.network()?.nativeCurrency.decimals ?? 18
    const { hash } = await sendTransfer(foyer, { to, amount: parseAmount({ text: amount, decimals }).value })
    const { status } = await waitForTransaction(foyer, { hash })
    return fill(headless.sent, { text: `${hash} ${status}` })
  }
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{headless.signAndSend}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void perform(async () => fill(headless.signed, { text: (await signMessage(foyer, { message })).signature }))
        }}
      >
        <label>
          {headless.message}
          <textarea rows={2} required value={message} onChange={(event) => setMessage(event.target.value)} />
        </label>
        <button type="submit" className="button" disabled={busy}>
          {headless.sign}
        </button>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void perform(send)
        }}
      >
        <label>
          {headless.recipient}
          <input required dir="ltr" spellCheck={false} value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
        <label>
          {headless.amount}
          <input required inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
        </label>
        <button type="submit" className="button" disabled={busy}>
          {headless.send}
        </button>
      </form>
      <p role="status" className="outcome" data-part="headless-outcome" data-status={outcome.status}>
        {outcome.status === 'waiting' ? headless.inWallet : 'text' in outcome ? outcome.text : null}
      </p>
    </section>
  )
}
