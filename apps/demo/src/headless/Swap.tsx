import { type SentenceKey, swapSentences } from '@foyer/core/messages'
import { useFoyerSentences, useFoyerSwap } from '@foyer/react/headless'
import { useId, useState } from 'react'
import { useWords } from '../words/WordsProvider.js'
import { fill } from '../words/words.js'

/** The values that the page begins with. */
const beginning = { amount: '0.1', toToken: 'DUSD' } as const

/** A swap by the operator's server; nothing where there are none on the network. */
export function Swap() {
  const say = useFoyerSentences(swapSentences)
  const { headless } = useWords()
  const title = useId()
  const swap = useFoyerSwap(beginning)
  const [done, setDone] = useState(false)
  if (swap.phase !== 'ready') return null
  const { source, to, details, step, notice } = swap
  const choose = (target: 'sourceToken' | 'toToken') => (symbol: string) => {
    const token = swap.tokens.find((each) => each.symbol === symbol)
    if (token) swap.choose({ target, token: token.address })
  }
  const symbols = swap.tokens.map(({ symbol }) => symbol)
  const word = step.status === 'failed' ? step.notice : notice
  const confirm = async () => setDone(await swap.confirm())
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{headless.swap}</h2>
      <label>
        {headless.amountToSwap}
        <input inputMode="decimal" value={source.amount} onChange={(event) => swap.setAmount(event.target.value)} />
      </label>
      <Tokens label={headless.from} symbols={symbols} chosen={source.token?.symbol} choose={choose('sourceToken')} />
      <Tokens label={headless.to} symbols={symbols} chosen={to.token?.symbol} choose={choose('toToken')} />
      <p data-part="headless-swap-received">
        {swap.isAsking ? '…' : to.amount === '' ? say(labels[swap.action]) : `${to.amount} ${to.token?.symbol}`}
      </p>
      {swap.isReviewed && details ? (
        <>
          <p>
            {fill(headless.details, {
              minimum: `${details.minimum} ${to.token?.symbol}`,
              fee: details.providerFee,
              impact: details.priceImpact ?? '…',
            })}
          </p>
          <button
            type="button"
            className="button"
            disabled={step.status !== 'approval' && step.status !== 'swap' && step.status !== 'batch'}
            onClick={() => void confirm()}
          >
            {step.status === 'approval' || step.status === 'approving' ? say('swap.approve') : say('swap.confirm')}
          </button>
          {step.status === 'worse' || step.status === 'failed' ? (
            <button type="button" className="button" onClick={swap.acceptOrRetry}>
              {say(step.status === 'worse' ? 'swap.accept' : 'swap.tryAgain')}
            </button>
          ) : null}
        </>
      ) : (
        <button
          type="button"
          className="button"
          disabled={swap.action !== 'review' || swap.isAsking}
          onClick={() => {
            setDone(false)
            swap.review()
          }}
        >
          {say('swap.review')}
        </button>
      )}
      <p role="status" className="outcome" data-part="headless-swap-outcome">
        {word ? say(word) : done ? say('swap.started') : null}
      </p>
    </section>
  )
}

/** The sentences of what is missing until a quote can be asked for. */
const labels = {
  selectToken: 'swap.selectToken',
  enterAmount: 'swap.enterAmount',
  incorrectAmount: 'swap.incorrectAmount',
  insufficientBalance: 'swap.insufficientBalance',
  askAgain: 'swap.noQuote',
  review: 'swap.asking',
} as const satisfies Readonly<Record<string, SentenceKey>>

function Tokens({
  label,
  symbols,
  chosen,
  choose,
}: {
  readonly label: string
  readonly symbols: readonly string[]
  readonly chosen: string | undefined
  readonly choose: (symbol: string) => void
}) {
  const { headless } = useWords()
  return (
    <label>
      {label}
      <select value={chosen ?? ''} onChange={(event) => choose(event.target.value)}>
        {chosen === undefined ? <option value="">{headless.chooseToken}</option> : null}
        {symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </select>
    </label>
  )
}
