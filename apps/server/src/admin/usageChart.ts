import { html } from 'hono/html'
import type { Html } from '../page/page.js'
import type { DayOfProject } from './administration.js'

const width = 600
const height = 96

/** A bar a day, today at the end. The table below has the same figures. */
export function usageChart({ days }: { days: readonly DayOfProject[] }): Html {
  const most = Math.max(1, ...days.map(({ requests }) => requests))
  const step = width / days.length
  const bars = days.toReversed().map(({ requests }, index) => {
    const bar = requests === 0 ? 0 : Math.max(2, Math.round((requests / most) * (height - 4)))
    return html`<rect x="${(index * step + 2).toFixed(1)}" y="${height - bar}" width="${(step - 4).toFixed(1)}" height="${bar}" rx="2"/>`
  })
  const total = days.reduce((sum, { requests }) => sum + requests, 0)
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="Requests of the last ${days.length} days, ${figure(total)} in all, ${figure(most)} on the busiest day at most"><line x1="0" x2="${width}" y1="${height - 0.5}" y2="${height - 0.5}"/>${bars}</svg>`
}

/** A number with separators of thousands. */
export const figure = (value: number): string => value.toLocaleString('en')
