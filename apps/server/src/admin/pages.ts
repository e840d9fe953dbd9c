import { html } from 'hono/html'
import type { Html } from '../page/page.js'
import { projectFeatures } from '../projects/features.js'
import type { Project } from '../projects/project.js'
import type { DayOfProject } from './administration.js'
import { emptyFields, type Problems, type ProjectFields } from './projectForm.js'
import { projectFormPart } from './projectFormPart.js'

/** The top right of every page but the sign-in. */
export const navigation = (formToken: string): Html =>
  html`<nav aria-label="Administration"><a href="/admin">Projects</a><a href="/docs">API</a><form method="post" action="/admin/session/end"><input type="hidden" name="form" value="${formToken}"><button class="plain">Sign out</button></form></nav>`

export const signInPage = ({ problem }: { problem?: string | undefined }): Html =>
  html`<div class="narrow stack">
<h1>Administration</h1>
<form method="post" action="/admin/session" class="card fields">
<div class="field">
<label for="token">Operator's token</label>
<p class="hint" id="token-hint">It stands in the server's configuration, as ADMIN_TOKEN.</p>
<input type="password" id="token" name="token" required autocomplete="current-password" ${problem === undefined ? html`aria-describedby="token-hint"` : html`aria-describedby="token-hint token-problem" aria-invalid="true"`}>
${problem === undefined ? '' : html`<p class="problem" id="token-problem" role="alert">${problem}</p>`}
</div>
<button class="main">Sign in</button>
</form>
</div>`

export function projectsPage(request: {
  projects: readonly Project[]
  requestsToday: ReadonlyMap<string, number>
}): Html {
  const { projects, requestsToday } = request
  return html`<div class="wrap stack">
<div class="head"><h1>Projects</h1><a class="button main" href="/admin/new">New project</a></div>
${
  projects.length === 0
    ? html`<div class="card tight"><h2>No project yet</h2><p class="quiet">A dapp names a project in every call. Create one, and give its id to the kit.</p></div>`
    : html`<div class="card"><ul class="rows">${projects.map((project) => html`<li>${projectRow({ project, requests: requestsToday.get(project.id) ?? 0 })}</li>`)}</ul></div>`
}
</div>`
}

function projectRow({ project, requests }: { project: Project; requests: number }): Html {
  const { id, name, allowedOrigins, vouchedOrigins, analyticsEnabled, development, dailyRequests, featuresOff } =
    project
  const isFull = dailyRequests !== null && requests >= dailyRequests
  const tags = [
    allowedOrigins.length === 1 ? '1 origin' : `${allowedOrigins.length} origins`,
    ...(vouchedOrigins.length > 0 ? [`${vouchedOrigins.length} vouched`] : []),
    ...(project.callable.length > 0 ? [`${project.callable.length} callable`] : []),
    ...(analyticsEnabled ? ['analytics'] : []),
    ...(development ? ['development'] : []),
    ...(featuresOff.length > 0 ? [`${featuresOff.length} of ${projectFeatures.length} features off`] : []),
  ]
  return html`<a class="row" href="/admin/projects/${id}"><span class="tight"><span class="name">${name}</span><code class="quiet">${id}</code></span><span class="num">${figure(requests)}<span class="small"> ${dailyRequests === null ? '' : `of ${figure(dailyRequests)} `}today</span></span><span class="tags">${tags.map((tag) => html`<span class="tag">${tag}</span>`)}${isFull ? html`<span class="tag bad">used up</span>` : ''}</span></a>`
}

export const newProjectPage = ({
  fields = emptyFields,
  problems = {},
  formToken,
}: {
  fields?: ProjectFields | undefined
  problems?: Problems | undefined
  formToken: string
}): Html =>
  html`<div class="wrap reading stack">
<div class="head"><h1>New project</h1></div>
<div class="card">${projectFormPart({ action: '/admin/projects', verb: 'Create project', fields, problems, formToken, isNew: true })}</div>
</div>`

export interface ProjectPage {
  project: Project
  days: readonly DayOfProject[]
  fields: ProjectFields
  problems?: Problems | undefined
  /** what just happened, such as "Saved." */
  notice?: string | undefined
  /** why it wasn't removed */
  removeProblem?: string | undefined
  formToken: string
}

export function projectPage(page: ProjectPage): Html {
  const { project, days, fields, problems = {}, notice, removeProblem, formToken } = page
  const action = `/admin/projects/${project.id}`
  return html`<div class="wrap reading stack">
<div class="head"><div class="tight"><h1>${project.name}</h1><code class="quiet">${project.id}</code></div></div>
${notice === undefined ? '' : html`<p class="note ok" role="status">${notice}</p>`}
<section class="card stack" aria-labelledby="usage"><h2 id="usage">Usage</h2>${usagePart({ project, days })}</section>
<section class="card stack" aria-labelledby="settings"><h2 id="settings">Settings</h2>${projectFormPart({ action, verb: 'Save', fields, problems, formToken, isNew: false })}</section>
<section class="card stack" aria-labelledby="remove"><h2 id="remove">Remove</h2>
<p class="quiet">Its dapps are refused at once. Its events, smart sessions and counts are deleted with it, for good.</p>
<form method="post" action="${action}/remove" class="fields">
<input type="hidden" name="form" value="${formToken}">
<div class="field"><label for="confirm">Write ${project.id} to confirm</label>
<input type="text" id="confirm" name="confirm" autocomplete="off" required ${removeProblem === undefined ? '' : html`aria-invalid="true" aria-describedby="confirm-problem"`}>
${removeProblem === undefined ? '' : html`<p class="problem" id="confirm-problem" role="alert">${removeProblem}</p>`}</div>
<div class="actions"><button class="bad">Remove project</button></div>
</form></section>
</div>`
}

function usagePart({ project: { dailyRequests }, days }: { project: Project; days: readonly DayOfProject[] }): Html {
  const [today] = days
  const sum = (of: 'requests' | 'analytics' | 'errors') => days.reduce((total, day) => total + day[of], 0)
  const requests = today?.requests ?? 0
  return html`<dl class="figures">
<div><dt>Requests today</dt><dd>${figure(requests)}</dd>${dailyRequests === null ? html`<dd class="small">no limit</dd>` : html`<dd class="small">of ${figure(dailyRequests)}<meter min="0" max="${dailyRequests}" value="${Math.min(requests, dailyRequests)}" aria-label="Share of the day's quota"></meter></dd>`}</div>
<div><dt>Requests, ${days.length} days</dt><dd>${figure(sum('requests'))}</dd></div>
<div><dt>Events, ${days.length} days</dt><dd>${figure(sum('analytics'))}</dd></div>
<div><dt>Errors reported, ${days.length} days</dt><dd>${figure(sum('errors'))}</dd></div>
</dl>
${usageChart({ days })}
<details><summary>Day by day</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Day by day"><table>
<thead><tr><th scope="col">Day (UTC)</th><th scope="col" class="end">Requests</th><th scope="col" class="end">Events</th><th scope="col" class="end">Errors</th></tr></thead>
<tbody>${days.map((day) => html`<tr><td class="num">${day.day}</td><td class="num end">${figure(day.requests)}</td><td class="num end">${figure(day.analytics)}</td><td class="num end">${figure(day.errors)}</td></tr>`)}</tbody>
</table></div></details>`
}

export const refusalPage = ({ title, sentence }: { title: string; sentence: string }): Html =>
  html`<div class="narrow stack"><h1>${title}</h1><p role="alert">${sentence}</p><p><a href="/admin">To the projects</a></p></div>`

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
