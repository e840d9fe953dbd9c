import type { SendDraft } from '@foyer/core/send'
import { goBack, push, replace } from '@foyer/core/view'
import { Button, type Detail, ErrorState, LinkButton, TokenImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import { type Send, shownAmount, useFoyerSend, worthOf } from '../../headless/send.js'
import { shownName } from '../../headless/walletNames.js'
import { RetryLink } from '../Failed.js'
import { LookAlikeNotes } from '../LookAlike.js'
import { type Modal, useModal } from '../modalContext.js'
import { Review, ReviewButtons } from '../review/Review.js'
import type { SumProps } from '../review/Sum.js'
import { Fee, WholeAddress } from '../review/values.js'

/** What is sent, exactly as the wallet gets it, before it gets it. */
export default function WalletSendPreviewView(): ReactNode {
  const { foyer, say } = useModal()
  const send = useFoyerSend()
  const { phase } = send
  if (!('draft' in phase)) return <NoDraft phase={phase} />
  const { draft } = phase
  const sending = phase.status === 'sending'
  const trouble = phase.status === 'reviewing' && phase.notice ? say(phase.notice) : cautionOf({ send, say })
  return (
    <Review
      partName="send-review"
      sum={sumOf({ draft, locale: foyer.options.locale.tag })}
      details={detailsOf({ draft, send, foyer, say })}
      status={sending ? say('send.waiting') : undefined}
      trouble={sending ? undefined : trouble}
      buttons={
        <ReviewButtons
          cancel={say('send.cancel')}
          onCancel={() => {
            send.leave()
            goBack(foyer)
          }}
          confirm={say('send.confirm')}
          onConfirm={() => void send.confirm()}
          busy={sending}
          partName="send-confirm"
        />
      }
    >
      {draft.asset.type === 'token' ? <LookAlikeNotes tokens={[{ ...draft, contract: draft.asset.address }]} /> : null}
    </Review>
  )
}

/** Nothing is there to be sent: it was dropped, or the form isn't filled in. */
function NoDraft({ phase }: { readonly phase: Send['phase'] }): ReactNode {
  const { foyer, say } = useModal()
  const message =
    phase.status !== 'dropped'
      ? say('send.incomplete')
      : say(phase.reason === 'moved' ? 'send.moved' : 'error.mayHaveBeenSent')
  return (
    <ErrorState
      message={message}
      action={
        <Button variant="quiet" size="sm" partName="send-back" onClick={() => replace(foyer, { view: 'WalletSend' })}>
          {say('send.backToForm')}
        </Button>
      }
    />
  )
}

function sumOf({ draft, locale }: { readonly draft: SendDraft; readonly locale: string }): SumProps {
  const { amount, decimals, name, symbol, iconUrl, asset } = draft
  const unit = shownName(symbol) || shownName(name) || (asset.type === 'nft' ? `#${asset.tokenId}` : '')
  const image = <TokenImage symbol={unit} src={iconUrl} />
  // Of an NFT there is one, unless its standard counts them.
  const isOne = asset.type === 'nft' && amount === 1n
  return {
    unit,
    image,
    amount: isOne ? undefined : { value: amount, decimals },
    note: worthOf({ value: amount, of: draft, locale }),
  }
}

/** To whom, on which network, and what it takes. */
function detailsOf({
  draft,
  send,
  foyer,
  say,
}: Pick<Modal, 'foyer' | 'say'> & { readonly draft: SendDraft; readonly send: Send }): readonly Detail[] {
  const { to, toName, networkName } = draft
  const kept = keptOf({ draft, send, locale: foyer.options.locale.tag })
  const rows: readonly (Detail | undefined)[] = [
    toName === undefined ? undefined : { id: 'to', term: say('send.recipient'), value: <bdi>{shownName(toName)}</bdi> },
    {
      id: 'address',
      term: say(toName === undefined ? 'send.recipient' : 'send.address'),
      value: <WholeAddress>{to}</WholeAddress>,
    },
    {
      id: 'network',
      term: say('send.network'),
      value: (
        <LinkButton
          partName="send-network"
          aria-label={say('send.changeNetwork', { name: networkName })}
          disabled={send.phase.status === 'sending'}
          onClick={() => push(foyer, { view: 'Networks' })}
        >
          <bdi>{networkName}</bdi>
        </LinkButton>
      ),
    },
    { id: 'fee', term: say('send.fee'), value: <FeeNow send={send} /> },
    kept === undefined ? undefined : { id: 'kept', term: say('send.kept'), value: <bdi dir="ltr">{kept}</bdi> },
  ]
  return rows.filter((row) => row !== undefined)
}

/** What is left of what is sent. */
function keptOf({
  draft: { asset, amount },
  send: { fee, holding },
  locale,
}: {
  readonly draft: SendDraft
  readonly send: Send
  readonly locale: string
}): string | undefined {
  if (holding?.value === undefined || asset.type === 'nft') return undefined
  if (asset.type === 'coin' && fee.status !== 'ready') return undefined
  const value = holding.value - amount - (asset.type === 'coin' && fee.status === 'ready' ? fee.fee.value : 0n)
  return value < 0n ? undefined : shownAmount({ value, of: holding, locale })
}

function FeeNow({ send: { fee, feeShown, retryFee } }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  if (feeShown) return <Fee {...feeShown} />
  if (fee.status === 'loading' || fee.status === 'ready') return <span aria-busy="true">{say('send.feeLoading')}</span>
  return <RetryLink retry={retryFee} />
}

/** What speaks against sending it now. */
function cautionOf({
  send: { fee, feeShown, coin },
  say,
}: {
  readonly send: Send
  readonly say: Say
}): string | undefined {
  if (fee.status === 'refused') return say('send.feeRefused')
  if (fee.status === 'unreached') return say('send.feeUnreached')
  return feeShown?.short ? say('send.feeShort', { symbol: shownName(coin?.symbol ?? '') }) : undefined
}
