import type { Fact } from '@foyer/core/messages'
import { Details, part, Skeleton } from '@foyer/parts'
import { ContentBlock, Facts, FieldTree, Warnings } from '@foyer/parts/request'
import type { ReactNode } from 'react'
import { shownFee } from '../../headless/figure.js'
import { inSentences, type ReadPreview } from '../../headless/preview.js'
import { useModal } from '../modalContext.js'
import { Fee } from '../review/values.js'

interface RequestWordsProps {
  readonly preview: ReadPreview
}

/** A request in words, whole: what it is, what moves and who may take what, what it costs, and what speaks against it. */
export function RequestWords({ preview }: RequestWordsProps): ReactNode {
  const { say, foyer } = useModal()
  const { shown, fee, coinPrice } = preview
  if (!shown) return <Reading />
  // What the network takes is said once: below, in dollars too, unless the words say it whole.
  const isFeeSaid = shown.facts.some(({ label }) => label.name === 'request.fee')
  const others = shown.facts.filter(({ label }) => !fee || label.name !== 'request.feeAbout')
  const { title, facts, content, tree } = inSentences({ ...shown, facts: others }, say)
  const cost =
    fee && !isFeeSaid && shownFee({ fee, symbol: fee.symbol, price: coinPrice, locale: foyer.options.locale.tag })
  return (
    <>
      <h2 {...part({ name: 'preview-title' })}>
        <bdi>{title}</bdi>
      </h2>
      <Simulating preview={preview} />
      <Warned preview={preview} />
      <div {...part({ name: 'preview-facts' })}>
        <Facts facts={facts} />
      </div>
      {cost ? (
        <Details partName="preview-fee" details={[{ id: 'fee', term: say('preview.fee'), value: <Fee {...cost} /> }]} />
      ) : null}
      {tree ? <FieldTree {...tree} allOf={(count) => say('preview.allOf', { count })} /> : null}
      {content ? <ContentBlock {...content} /> : null}
    </>
  )
}

/** What a review that says itself what goes has not: what the simulation saw, and what speaks against it. */
export function ReviewedWords({ preview }: RequestWordsProps): ReactNode {
  const { say } = useModal()
  const { shown } = preview
  if (!shown) return <Reading />
  const beside = inSentences({ ...shown, facts: shown.facts.filter(isBeside) }, say).facts
  return (
    <section aria-label={say('preview.whatHappens')} data-look="stack-1 panel" {...part({ name: 'preview-beside' })}>
      <p {...part({ name: 'preview-beside-title' })}>{say('preview.whatHappens')}</p>
      <Simulating preview={preview} />
      {beside.length > 0 ? <Facts facts={beside} /> : null}
      <Warned preview={preview} />
    </section>
  )
}

const beside = ['request.allowedAfter', 'request.reason', 'request.simulation', 'request.spender']
const isBeside = ({ label: { name } }: Fact): boolean => name.startsWith('request.simulated') || beside.includes(name)

/** Until it is known, for 1.5 s at most. */
function Reading(): ReactNode {
  const { say } = useModal()
  return (
    <div aria-busy="true" {...part({ name: 'preview-reading' })}>
      <p role="status" data-look="dim">
        {say('preview.reading')}
      </p>
      <Skeleton shape="row" />
      <Skeleton shape="row" />
    </div>
  )
}

/** How far it is known. */
function Simulating({ preview: { simulation, isUnread } }: RequestWordsProps): ReactNode {
  const { say } = useModal()
  const words = isUnread
    ? say('preview.unread')
    : simulation === 'asked'
      ? say('preview.simulating')
      : simulation === 'unknown'
        ? say('preview.notSimulated')
        : undefined
  return (
    <p role="status" data-look="dim" {...part({ name: 'preview-known', states: { simulation } })}>
      {words}
    </p>
  )
}

function Warned({ preview: { shown } }: RequestWordsProps): ReactNode {
  const { say } = useModal()
  const warnings = shown ? inSentences(shown, say).warnings : []
  return (
    <div role="alert" {...part({ name: 'preview-warnings' })}>
      <Warnings warnings={warnings} label={say('preview.warnings')} />
    </div>
  )
}
