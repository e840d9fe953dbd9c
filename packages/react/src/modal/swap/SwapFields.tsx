import { decimalSeparator } from '@foyer/core/chain'
import type { SwapTarget } from '@foyer/core/swap'
import { push } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { AmountField, Chip, IconButton, part, SwapVerticalIcon, TokenImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Swap, SwapSideView } from '../../headless/swap.js'
import { AllOrBuy } from '../account/AllOrBuy.js'
import { useModal } from '../modalContext.js'

/** The fields of the two sides, with their tokens, and between them the button that turns the two around. */
export function SwapFields({ swap }: { readonly swap: Swap }): ReactNode {
  const { foyer, say } = useModal()
  const decimal = decimalSeparator(foyer.options.locale.tag)
  const { source, to, action, isAsking, isSending } = swap
  const error = errorKeys.get(action)
  return (
    <div data-look="stack-2" {...part({ name: 'swap-fields' })}>
      <AmountField
        partName="swap-input-sourceToken"
        label={say('swap.youSend')}
        value={source.amount}
        decimal={decimal}
        onValueChange={swap.setAmount}
        disabled={isSending}
        error={error && say(error)}
        token={<TokenButton token={source.token} target="sourceToken" disabled={isSending} />}
        worth={source.worth && <bdi dir="ltr">{source.worth}</bdi>}
        available={
          source.balance === undefined ? null : (
            <>
              <Balance side={source} />
              <AllOrBuy
                partName="swap-max"
                label={say('swap.max')}
                exceeds={action === 'insufficientBalance'}
                disabled={isSending}
                onTakeAll={swap.takeAll}
              />
            </>
          )
        }
      />
      <IconButton
        partName="swap-flip"
        variant="quiet"
        label={say('swap.flip')}
        icon={<SwapVerticalIcon />}
        disabled={isSending}
        onClick={swap.flip}
      />
      <AmountField
        partName="swap-input-toToken"
        label={say('swap.youReceive')}
        value={to.amount}
        decimal={decimal}
        busy={isAsking}
        token={<TokenButton token={to.token} target="toToken" disabled={isSending} />}
        worth={to.worth && <bdi dir="ltr">{to.worth}</bdi>}
        available={to.balance === undefined ? null : <Balance side={to} />}
      />
    </div>
  )
}

const errorKeys: ReadonlyMap<Swap['action'], 'swap.enterValidAmount' | 'swap.insufficientBalance'> = new Map([
  ['incorrectAmount', 'swap.enterValidAmount'],
  ['insufficientBalance', 'swap.insufficientBalance'],
])

function Balance({ side: { balance = '' } }: { readonly side: SwapSideView }): ReactNode {
  const { say } = useModal()
  return <span>{say('swap.balance', { amount: balance })}</span>
}

interface TokenButtonProps extends Pick<SwapSideView, 'token'> {
  readonly target: SwapTarget
  readonly disabled: boolean
}

function TokenButton({ token, target, disabled }: TokenButtonProps): ReactNode {
  const { foyer, say } = useModal()
  const choose = () => push(foyer, { view: 'SwapSelectToken', target })
  const common = { chevron: true, disabled, onClick: choose }
  if (!token)
    return <Chip {...common} partName={`swap-select-token-button-${target}`} label={say('swap.selectToken')} />
  const symbol = shownName(token.symbol)
  return (
    <Chip
      {...common}
      partName={`swap-input-token-${target}`}
      label={symbol}
      accessibleName={say(target === 'sourceToken' ? 'swap.chooseSource' : 'swap.chooseTo', { symbol })}
      image={<TokenImage size="chip" symbol={symbol} src={token.logoUri || undefined} />}
    />
  )
}
