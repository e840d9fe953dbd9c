import { accountOf, currentRoute } from '@foyer/core'
import { type Displayable, shortenAddress } from '@foyer/core/chain'
import { contextOf, figureOf, type ShownFee } from '@foyer/core/internal'
import type { PreviewedRequest } from '@foyer/core/preview'
import type { ShownRequest } from '@foyer/core/words'
import { ArrowDownIcon, Button, type Detail, Details, part } from '@foyer/parts'
import { type Context, createContext, type ReactNode, useCallback, useRef, useState } from 'react'
import { useModal } from '../modalContext.js'
import { ViewSlot } from '../ViewSlot.js'

export interface ReviewProps {
  readonly partName: string
  /** The sum that goes. */
  readonly sum: SumProps
  /** The sum that comes in return. */
  readonly second?: SumProps | undefined
  readonly details: readonly Detail[]
  /** The warnings, and what else belongs to it. */
  readonly children?: ReactNode | undefined
  /** The request to the wallet, said in words: the same object for as long as it is about the same. */
  readonly request?: PreviewedRequest | undefined
  /** The current status, for screen readers too. */
  readonly status?: string | undefined
  /** The failure or its risk: said here, once, by the button that was pressed. */
  readonly trouble?: string | undefined
  readonly buttons: ReviewButtonsProps
}

/** The review of what is about to be signed: one drawing for whatever it is. */
export function Review(props: ReviewProps): ReactNode {
  const { partName, sum, second, details, children, request, status, trouble, buttons } = props
  const { words, isBlocked, confirm } = useReviewWords(request)
  return (
    <div data-look="stack" {...part({ name: 'review', also: partName })}>
      <Sum {...sum} />
      {second ? (
        <>
          <span aria-hidden="true" {...part({ name: 'review-arrow' })}>
            <ArrowDownIcon />
          </span>
          <Sum {...second} size="second" />
        </>
      ) : null}
      <Details partName="review-details" details={details} />
      {children}
      {words}
      <p role="status" data-look="dim centred" {...part({ name: 'review-status' })}>
        {status}
      </p>
      <div role="alert" data-look="dim centred" {...part({ name: 'review-trouble' })}>
        {trouble}
      </div>
      <ReviewButtons
        {...buttons}
        onConfirm={() => confirm(buttons.onConfirm)}
        disabled={buttons.disabled === true || isBlocked}
      />
    </div>
  )
}

export interface ReviewButtonsProps {
  readonly cancel: string
  readonly onCancel: () => void
  readonly isCancelling?: boolean | undefined
  readonly confirm: string
  readonly onConfirm: () => void
  readonly busy: boolean
  readonly disabled?: boolean | undefined
  /** The confirming button's further part name. */
  readonly partName: string
}

/** No, and yes: side by side, and one above the other where a word would break. */
export function ReviewButtons(props: ReviewButtonsProps): ReactNode {
  const { cancel, onCancel, isCancelling, confirm, onConfirm, busy, disabled, partName } = props
  return (
    <div {...part({ name: 'review-buttons' })}>
      <Button variant="quiet" partName="review-cancel" busy={isCancelling} onClick={onCancel}>
        {cancel}
      </Button>
      <Button partName={partName} busy={busy} disabled={disabled} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  )
}

/** An address whole, on lines of one length, which are compared more easily. */
export function WholeAddress({ children }: { readonly children: string }): ReactNode {
  return (
    <bdi dir="ltr" {...part({ name: 'whole-address' })}>
      {children}
    </bdi>
  )
}

/** The name of a transaction, shortened; whole as its title. */
export function TransactionHash({ children }: { readonly children: string }): ReactNode {
  return (
    <bdi dir="ltr" title={children}>
      {shortenAddress({ address: children })}
    </bdi>
  )
}

/** The network's fee: dollars first where they are known. */
export function Fee({ amount, worth }: ShownFee): ReactNode {
  return (
    <bdi dir="ltr" {...part({ name: 'fee' })}>
      {worth ? `${worth} · ${amount}` : amount}
    </bdi>
  )
}

export interface SumProps {
  /** The amount; without it the unit says it all, as of an NFT. */
  readonly amount?: Displayable | undefined
  /** Its symbol, or the name of an NFT. */
  readonly unit: string
  /** Before what has gone or come, or will come about so. */
  readonly sign?: '−' | '+' | '≈' | undefined
  /** Its worth, or where it goes. */
  readonly note?: ReactNode | undefined
  readonly image?: ReactNode | undefined
  /** `second`: what comes in return. */
  readonly size?: 'first' | 'second' | undefined
}

/** From how many characters on an amount is written smaller, and smaller again. */
const [long, longer] = [12, 18]

/** The amount that all is about, to the last digit. */
export function Sum({ amount, unit, sign, note, image, size = 'first' }: SumProps): ReactNode {
  const { foyer } = useModal()
  const figure = amount && figureOf({ amount, locale: foyer.options.locale.tag })
  const length = figure ? figure.whole.length + figure.rest.length + (sign?.length ?? 0) : unit.length
  const width = length > longer ? 'longer' : length > long ? 'long' : 'usual'
  return (
    <div data-look="stack-1" {...part({ name: 'sum-block', states: { size } })}>
      {image}
      <p dir="ltr" {...part({ name: 'sum', states: { size, width } })}>
        {figure ? (
          <>
            <span>
              {sign}
              {figure.whole}
              {figure.rest === '' ? null : <span {...part({ name: 'sum-rest' })}>{figure.rest}</span>}
            </span>{' '}
            <bdi {...part({ name: 'sum-unit' })}>{unit}</bdi>
          </>
        ) : (
          <bdi>{unit}</bdi>
        )}
      </p>
      {note ? (
        <p data-look="dim" {...part({ name: 'sum-note' })}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

/** The known part of a request that is reviewed, and the check whether that holds. */
interface Followed {
  readonly shown: ShownRequest | undefined
  readonly hold: () => Promise<boolean>
}

/** Requests that a review is about to make of the wallet, for the one that says them in words. */
export interface ReviewedRequest {
  readonly request: PreviewedRequest
  /** The description that the visitor has agreed to, where that takes a step of its own. */
  readonly understood: ShownRequest | undefined
  readonly setUnderstood: (shown: ShownRequest | undefined) => void
  /** Receives what is known, each time that changes. @returns forgets it */
  readonly follow: (followed: Followed) => () => void
}

export const ReviewedContext: Context<ReviewedRequest | undefined> = /* @__PURE__ */ createContext<
  ReviewedRequest | undefined
>(undefined)

/** The words of a review, where the host wants them (`features.preview`) and the wallet shows none of its own. */
export interface ReviewWords {
  readonly words: ReactNode
  /** It takes a step of its own that isn't taken yet. */
  readonly isBlocked: boolean
  /** Asks the wallet, unless it would do something worse by now than was shown. Nothing is waited for where no words are shown. */
  readonly confirm: (ask: () => void) => void
}

/**
 * Says in a review what the wallet is about to be asked for: as part of it, without a press more. It needn't be known before the visitor goes on.
 *
 * @param request - the same object for as long as it is about the same; undefined while there is nothing to ask
 */
export function useReviewWords(request: PreviewedRequest | undefined): ReviewWords {
  const { views, state, foyer } = useModal()
  const [understood, setUnderstood] = useState<ShownRequest>()
  const [followed, setFollowed] = useState<Followed>()
  const isHeld = useRef(false)
  const follow = useCallback((now: Followed) => {
    setFollowed(now)
    return () => setFollowed(undefined)
  }, [])
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === request?.networkId)
  const { connection } = accountOf(state, network?.chainNamespace)
  // As `isPreviewed` has it, which comes with the code that asks a wallet.
  const isShown = state.features.preview && !contextOf(foyer).connectors.get(connection?.connector.id ?? '')?.showsWords
  if (!request || !isShown) return { words: null, isBlocked: false, confirm: (ask) => ask() }
  const confirm = async (ask: () => void) => {
    if (isHeld.current) return
    isHeld.current = true
    const holds = (await followed?.hold()) ?? true
    isHeld.current = false
    if (holds) ask()
  }
  return {
    isBlocked: (followed?.shown?.isDeliberate ?? false) && understood !== followed?.shown,
    confirm: (ask) => void confirm(ask),
    words: (
      <ReviewedContext.Provider value={{ request, understood, setUnderstood, follow }}>
        <ViewSlot piece={views.at('words')} sketch={['text']}>
          {({ draw }) => draw(currentRoute(state.view))}
        </ViewSlot>
      </ReviewedContext.Provider>
    ),
  }
}
