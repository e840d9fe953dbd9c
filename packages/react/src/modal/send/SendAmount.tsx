import { decimalSeparator } from '@foyer/core/chain'
import { push } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { AmountField, Chip, TokenImage, VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import type { Send } from '../../headless/send.js'
import { AllOrBuy } from '../account/AllOrBuy.js'
import { useModal } from '../modalContext.js'

/** The amount, and the token to send. */
export function SendAmount({ send }: { readonly send: Send }): ReactNode {
  const { foyer, say } = useModal()
  const { amount, form, holding, worth, available, setAmount, takeMax, max } = send
  const symbol = shownName(holding?.symbol ?? '') || shownName(holding?.name ?? '')
  return (
    <AmountField
      partName="send-amount"
      label={say('send.amount')}
      value={form.amount}
      decimal={decimalSeparator(foyer.options.locale.tag)}
      onValueChange={setAmount}
      disabled={!holding}
      busy={max === 'busy'}
      error={amountFault(say, send)}
      token={
        <Chip
          partName="send-token"
          label={holding ? symbol : say('send.selectToken')}
          accessibleName={holding ? say('send.changeToken', { symbol }) : undefined}
          image={holding ? <TokenImage size="chip" symbol={symbol} src={holding.iconUrl} /> : undefined}
          chevron
          onClick={() => push(foyer, { view: 'WalletSendSelectToken' })}
        />
      }
      worth={worth && <bdi dir="ltr">{worth}</bdi>}
      available={
        available === undefined ? undefined : (
          <>
            <span>
              <VisuallyHidden>{say('send.balance', { amount: '' })} </VisuallyHidden>
              <bdi dir="ltr">{available}</bdi>
            </span>
            <AllOrBuy
              partName="send-max"
              label={say('send.max')}
              exceeds={amount?.status === 'ready' && amount.exceeds}
              onTakeAll={takeMax}
            />
          </>
        )
      }
    />
  )
}

/** Returns the fault of the amount, in a sentence. */
export function amountFault(say: Say, { amount, max, holding }: Send): string | undefined {
  if (max === 'failed') return say('send.maxFailed')
  if (max === 'nothing') return say('send.maxNothing')
  switch (amount?.status) {
    case 'zero':
      return say('send.incorrectValue')
    case 'faulty':
      return amount.fault === 'precision'
        ? say('send.tooPrecise', { decimals: holding?.decimals ?? 0 })
        : say('send.incorrectValue')
    case 'ready':
      return amount.exceeds ? say('send.exceeds') : undefined
    default:
      return undefined
  }
}
