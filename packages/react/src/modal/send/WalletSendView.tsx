import { currentRoute, networkOf } from '@foyer/core'
import { decimalSeparator } from '@foyer/core/chain'
import { fillIn } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import type { SendStep, SendWarning } from '@foyer/core/send'
import { push } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import {
  AmountField,
  ArrowDownIcon,
  Button,
  Chip,
  ErrorState,
  part,
  Skeleton,
  TokenImage,
  VisuallyHidden,
  WarningIcon,
} from '@foyer/parts'
import { type ReactNode, useEffect } from 'react'
import type { Say } from '../../headless/say.js'
import { type Send, useFoyerSend } from '../../headless/send.js'
import { AllOrBuy } from '../account/AllOrBuy.js'
import { Retry } from '../Failed.js'
import { LookAlikeNotes, type LookAlikeNotesProps } from '../LookAlike.js'
import { useModal } from '../modalContext.js'
import { NftCard } from './NftCard.js'
import { RecipientField } from './RecipientField.js'

/** The form of a send. */
export default function WalletSendView(): ReactNode {
  const { foyer, say, state } = useModal()
  const send = useFoyerSend()
  useFilledIn()
  const { step, ready, form, holdings, phase } = send
  if (!networkOf(state) || holdings.status === 'idle') return <ErrorState message={say('account.balanceUnavailable')} />
  const reading = form.recipient.status === 'reading'
  const preview = () => {
    if (phase.status !== 'sending') send.review()
    push(foyer, { view: 'WalletSendPreview' })
  }
  return (
    <form
      data-look="stack-2"
      {...part({ name: 'send' })}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) preview()
      }}
    >
      <Standing send={send} onShow={preview} />
      <What send={send} />
      <span data-look="disc" {...part({ name: 'send-arrow' })}>
        <ArrowDownIcon />
      </span>
      <RecipientField send={send} />
      <LookAlikeNotes tokens={tokensOf(send)} />
      <Warnings send={send} />
      <Button
        type="submit"
        partName="send-preview"
        disabled={!(ready || reading) || phase.status === 'sending'}
        busy={reading && step === 'preview'}
      >
        {say(stepWords[step])}
      </Button>
    </form>
  )
}

/** The chosen token, where it isn't the network's own coin. */
function tokensOf({ form: { asset }, holding }: Pick<Send, 'form' | 'holding'>): LookAlikeNotesProps['tokens'] {
  return holding && asset?.type === 'token' ? [{ ...holding, contract: asset.address }] : []
}

/** An earlier send that isn't settled: the wallet still asks, or never said how it ended. */
function Standing({ send: { phase }, onShow }: { readonly send: Send; readonly onShow: () => void }): ReactNode {
  const { say } = useModal()
  const words =
    phase.status === 'sending'
      ? say('send.waitingForm')
      : phase.status === 'dropped'
        ? say(phase.reason === 'moved' ? 'send.moved' : 'error.mayHaveBeenSent')
        : undefined
  return (
    <div role="status">
      {words === undefined ? null : (
        <div data-look="ends" {...part({ name: 'send-notice' })}>
          <p>{words}</p>
          {phase.status === 'sending' ? (
            <Button variant="quiet" size="sm" onClick={onShow}>
              {say('send.showPreview')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}

/** The asset to send: an amount of a token, or an NFT. */
function What({ send }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  const { form, holding, holdings } = send
  if (form.asset?.type === 'nft') return <NftCard send={send} fault={amountFault(say, send)} />
  if (form.asset && !holding && holdings.status === 'loading')
    return (
      <div data-look="stack-2" {...part({ name: 'send-loading' })}>
        <Skeleton shape="button" />
      </div>
    )
  return (
    <>
      <SendAmount send={send} />
      {holdings.status === 'failed' ? (
        <div role="alert" data-look="ends" {...part({ name: 'send-notice' })}>
          <p>{say('account.balanceUnavailable')}</p>
          <Retry retry={holdings.refetch} />
        </div>
      ) : null}
    </>
  )
}

/** The amount, and the token to send. */
function SendAmount({ send }: { readonly send: Send }): ReactNode {
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
function amountFault(say: Say, { amount, max, holding }: Send): string | undefined {
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

/** The main button's words. */
const stepWords = {
  preview: 'send.stepPreview',
  invalidAddress: 'send.stepInvalidAddress',
  addAddress: 'send.stepAddAddress',
  insufficientFunds: 'send.stepInsufficientFunds',
  addAmount: 'send.stepAddAmount',
  incorrectValue: 'send.stepIncorrectValue',
  selectToken: 'send.stepSelectToken',
} as const satisfies Record<SendStep, PlainSentenceKey>

/** Fills in what the view was opened with. */
function useFilledIn(): void {
  const { foyer, state } = useModal()
  const entry = currentRoute(state.view)
  useEffect(() => fillIn(foyer, entry), [foyer, entry])
}

/** The warnings about the recipient, which the visitor has to agree to. */
function Warnings({ send: { warnings, form, accept } }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  const { recipient, accepted } = form
  const agreed = recipient.status === 'found' && recipient.address === accepted
  return (
    <div role="alert">
      {warnings.map((warning) => {
        const { title, text } = wordsOf(say, warning)
        return (
          <div key={warning.type} data-warning={warning.type} data-look="ends" {...part({ name: 'send-warning' })}>
            <WarningIcon />
            <div>
              <p {...part({ name: 'send-warning-title' })}>{title}</p>
              <p>{text}</p>
            </div>
          </div>
        )
      })}
      {warnings.length === 0 || agreed ? null : (
        <Button variant="danger" size="sm" partName="send-accept" onClick={accept}>
          {say('send.accept')}
        </Button>
      )}
    </div>
  )
}

function wordsOf(say: Say, warning: SendWarning) {
  switch (warning.type) {
    case 'lookalike':
      return { title: say('send.lookalikeTitle'), text: say('send.lookalike', { known: warning.known }) }
    case 'own':
      return { title: say('send.ownTitle'), text: say('send.own') }
    case 'contract':
      return { title: say('send.contractTitle'), text: say('send.contract') }
  }
}
