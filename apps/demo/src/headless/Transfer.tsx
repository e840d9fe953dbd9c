import type { Foyer } from '@foyer/core'
import { displayExact } from '@foyer/core/chain'
import { sendSentences } from '@foyer/core/messages'
import { assetOf } from '@foyer/core/send'
import { useFoyerSend, useFoyerSendTokens, useFoyerSentences } from '@foyer/react/headless'
import { useId } from 'react'
import { useWords } from '../words/WordsProvider.js'

/** A token to whomever: filled in, looked over, and sent as it was looked over. */
export function Transfer({ foyer }: { readonly foyer: Foyer }) {
  const say = useFoyerSentences(sendSentences)
  const { headless } = useWords()
  const locale = foyer.options.locale.tag
  const title = useId()
  const { form, ready, worth, phase, feeShown, warnings, accept, setAsset, setAmount, setRecipient, ...send } =
    useFoyerSend()
  const { tokens } = useFoyerSendTokens()
  const { asset, recipient } = form
  if ('draft' in phase) {
    const { amount, decimals, symbol, to } = phase.draft
    return (
      <section className="card" aria-labelledby={title}>
        <h2 id={title}>{say('send.previewTitle')}</h2>
        <p className="figure" data-part="headless-draft">
          {displayExact({ amount: { value: amount, decimals }, locale })} <span>{symbol}</span>
        </p>
        <p className="address">{to}</p>
        <p className="hint">
          {say('send.fee')}: {feeShown?.amount ?? '…'}
        </p>
        <button
          type="button"
          className="button"
          disabled={phase.status === 'sending'}
          onClick={() => void send.confirm()}
        >
          {headless.confirm}
        </button>
        <button type="button" className="button quiet" disabled={phase.status === 'sending'} onClick={send.leave}>
          {say('send.cancel')}
        </button>
      </section>
    )
  }
  const chosen = asset?.type === 'coin' ? 'coin' : asset?.type === 'token' ? asset.address : ''
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{headless.payTitle}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.review()
        }}
      >
        <label>
          {headless.token}
          <select
            value={chosen}
            onChange={(event) => {
              const token = tokens.find(({ key }) => key === event.target.value)
              if (token) setAsset(assetOf(token))
            }}
          >
            <option value="">{say('send.selectToken')}</option>
            {tokens.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {headless.howMuch} {worth ? `(${worth})` : ''}
          <input inputMode="decimal" value={form.amount} onChange={(event) => setAmount(event.target.value)} />
        </label>
        <label>
          {headless.toWhom}
          <input
            dir="ltr"
            spellCheck={false}
            value={recipient.text}
            onChange={(event) => setRecipient(event.target.value)}
          />
        </label>
        {warnings.length > 0 && !ready ? (
          <button type="button" className="button quiet" onClick={accept}>
            {say('send.accept')}
          </button>
        ) : null}
        <button type="submit" className="button" disabled={!ready}>
          {headless.review}
        </button>
      </form>
    </section>
  )
}
