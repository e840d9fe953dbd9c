import { decimalSeparator, displayPercent } from '@foyer/core/chain'
import { slippageBounds, typedSlippage } from '@foyer/core/swap'
import { part } from '@foyer/parts'
import { type ReactNode, useId, useState } from 'react'
import type { Swap, SwapDetailsView } from '../../headless/swap.js'
import { useModal } from '../modalContext.js'

/** The usual ones, in percent. */
const choices: readonly number[] = [0.5, 1, 2]

export interface SlippageChoiceProps {
  readonly swap: Pick<Swap, 'slippagePercent' | 'setSlippage' | 'isSending'>
  readonly details: Pick<SwapDetailsView, 'slippageAmount' | 'slippage'>
  /** Of what is received. */
  readonly symbol: string
}

/** The allowed slippage until the swap happens [S9.10]: one of the usual figures, or one's own. */
export function SlippageChoice({ swap, details, symbol }: SlippageChoiceProps): ReactNode {
  const { say, foyer } = useModal()
  const locale = foyer.options.locale.tag
  const percent = (percents: number) => displayPercent({ bps: Math.round(percents * 100), locale })
  const { slippagePercent, isSending } = swap
  const { own, fault, type, choose, leave } = useOwnSlippage({ swap, locale })
  const id = useId()
  return (
    <div {...part({ name: 'swap-slippage' })}>
      <bdi dir="ltr">
        {details.slippageAmount} {symbol}
      </bdi>
      <fieldset aria-label={say('swap.slippageLabel')} {...part({ name: 'swap-slippage-choices' })}>
        {choices.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === slippagePercent}
            disabled={isSending}
            onClick={() => choose(each)}
            data-look="dim"
            {...part({ name: 'swap-slippage-choice', states: { selected: each === slippagePercent } })}
          >
            {percent(each)}
          </button>
        ))}
        <span
          dir="ltr"
          data-look="dim"
          {...part({ name: 'swap-slippage-own', states: { selected: own !== '', invalid: fault } })}
        >
          <input
            {...part({ name: 'swap-slippage-input' })}
            aria-label={say('swap.slippageOwn')}
            aria-invalid={fault || undefined}
            aria-describedby={`${id}-fault`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            placeholder="…"
            disabled={isSending}
            value={own}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={leave}
          />
          %
        </span>
      </fieldset>
      <span id={`${id}-fault`} aria-live="polite" {...part({ name: 'swap-slippage-fault' })}>
        {fault
          ? say('swap.slippageFault', {
              least: percent(slippageBounds.least / 100),
              most: percent(slippageBounds.most / 100),
              now: details.slippage,
            })
          : null}
      </span>
    </div>
  )
}

interface OwnSlippage {
  /** The text in the field. */
  readonly own: string
  /** It is none that is taken. */
  readonly fault: boolean
  readonly type: (text: string) => void
  readonly choose: (percent: number) => void
  /** An empty field shows what counts again. */
  readonly leave: () => void
}

/** Keeps the figure being typed, until it is one of the usual ones again: one that isn't taken stays to be mended. */
function useOwnSlippage({
  swap: { slippagePercent, setSlippage },
  locale,
}: Pick<SlippageChoiceProps, 'swap'> & { readonly locale: string }): OwnSlippage {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (choices.includes(slippagePercent) ? '' : String(slippagePercent))
  const own = shown.replace(/[.,]/, decimalSeparator(locale))
  return {
    own,
    fault: own.trim() !== '' && typedSlippage(own) === undefined,
    type(text) {
      setTyped(text)
      const bps = typedSlippage(text)
      if (bps !== undefined) setSlippage(bps / 100)
    },
    choose(percent) {
      setTyped(undefined)
      setSlippage(percent)
    },
    leave() {
      if (own.trim() === '') setTyped(undefined)
    },
  }
}
