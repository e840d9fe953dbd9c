import type { ReactNode } from 'react'
import { ChevronDownIcon } from '../icons/viewIcons.js'
import { ContentBlock, type ContentBlockProps } from './ContentBlock.js'
import { type Fact, Facts } from './Facts.js'
import { FieldTree, type FieldTreeProps } from './FieldTree.js'

/** The parts of a request below its headline and its warnings. */
export interface RequestBodyProps {
  readonly shown: {
    readonly sums: readonly Fact[]
    readonly facts: readonly Fact[]
    readonly folded: { readonly label: string; readonly facts: readonly Fact[]; readonly hasData: boolean }
    readonly content?: ContentBlockProps | undefined
    readonly tree?: Omit<FieldTreeProps, 'allOf'> | undefined
  }
  /** Without it, no value is folded for its length. */
  readonly allOf?: FieldTreeProps['allOf']
  /** Further content among its facts. */
  readonly children?: ReactNode | undefined
}

/** A request's sums, its facts, and its data, which is folded up where words have said what it does. */
export function RequestBody({ shown, allOf, children }: RequestBodyProps): ReactNode {
  const { sums, facts, folded, content, tree } = shown
  const data = (
    <>
      {content ? <ContentBlock {...content} /> : null}
      {tree ? <FieldTree {...tree} allOf={allOf} /> : null}
    </>
  )
  return (
    <>
      <Facts facts={sums} />
      {folded.hasData ? null : data}
      <Facts facts={facts} />
      {children}
      {folded.hasData || folded.facts.length > 0 ? (
        <Fold label={folded.label}>
          <Facts facts={folded.facts} />
          {folded.hasData ? data : null}
        </Fold>
      ) : null}
    </>
  )
}

/** Content that is shown at a press. */
function Fold({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <details className="fold" data-part="fold">
      <summary>
        <span>{label}</span>
        <ChevronDownIcon />
      </summary>
      <div className="folded">{children}</div>
    </details>
  )
}
