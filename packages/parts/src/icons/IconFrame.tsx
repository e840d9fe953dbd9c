import { createElement, type ReactElement, type ReactNode } from 'react'
import { part } from '../part.js'

interface IconFrameProps {
  /** Points along the reading direction, so it turns from right to left. */
  mirrors?: boolean | undefined
  /** Says that what it stands for has been done. */
  done?: boolean | undefined
  children?: ReactNode
}

/**
 * The frame of every icon: 20 × 20, a line of 1.6 with round ends, in the colour of its text. An icon is never the only
 * bearer of a meaning, so assistive technology skips it.
 */
export function IconFrame({ mirrors = false, done = false, children }: IconFrameProps): ReactNode {
  return (
    <svg
      {...part({ name: 'icon', states: { mirrors, done } })}
      aria-hidden="true"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export type Icon = () => ReactNode

/** The shape drawn in the frame: the data of a path, or any shape. */
type Shape = string | ReactElement

const framed =
  (frame: Pick<IconFrameProps, 'mirrors'>) =>
  (...shapes: readonly Shape[]): Icon =>
  () =>
    createElement(IconFrame, frame, ...shapes.map((d) => (typeof d === 'string' ? createElement('path', { d }) : d)))

/** Makes an icon of what is drawn in its frame. */
export const icon: (...shapes: readonly Shape[]) => Icon = /* @__PURE__ */ framed({})

/** Makes an icon that points along the reading direction. */
export const mirrored: (...shapes: readonly Shape[]) => Icon = /* @__PURE__ */ framed({ mirrors: true })
