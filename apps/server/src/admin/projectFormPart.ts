import { html } from 'hono/html'
import type { Html } from '../page/page.js'
import { type ProjectFeature, projectFeatures } from '../projects/features.js'
import type { Problems, ProjectFields } from './projectForm.js'

const featureWords: Readonly<Record<ProjectFeature, string>> = {
  swaps: 'Swaps',
  onramp: 'Buying with a card',
  pay: 'Paying from an exchange',
  history: 'History',
  names: 'Account names',
  smartSessions: 'Smart sessions',
  email: 'Login by e-mail',
  socials: 'Social logins',
}

const labels = {
  id: 'Project id',
  name: 'Name',
  allowedOrigins: 'Allowed origins',
  vouchedOrigins: 'Vouched origins',
  callable: 'Callable functions',
  dailyRequests: 'Requests a day',
  url: 'Web page',
  iconUrl: 'Icon',
} as const
const labelOf: ReadonlyMap<string, string> = new Map(Object.entries(labels))

export interface ProjectFormPart {
  action: string
  /** its button's label */
  verb: string
  fields: ProjectFields
  problems: Problems
  /** keeps other pages from sending it */
  formToken: string
  isNew: boolean
}

/** The form that creates or changes a project. A field with a problem shows it, and the summary links to it. */
export function projectFormPart({ action, verb, fields, problems, formToken, isNew }: ProjectFormPart): Html {
  const wrong = Object.entries(problems)
  return html`<form method="post" action="${action}" class="fields" novalidate>
<input type="hidden" name="form" value="${formToken}">
${
  wrong.length === 0
    ? ''
    : html`<div class="note bad" role="alert"><strong>Nothing was saved.</strong><ul>${wrong.map(([name, problem]) => html`<li><a href="#${name}">${labelOf.get(name) ?? name}</a>: ${problem}</li>`)}</ul></div>`
}
${isNew ? line({ name: 'id', hint: 'Letters, digits, "-" and "_". Dapps carry it in every call; it can\'t be changed later.', value: fields.id, problem: problems.id, required: true }) : ''}
${line({ name: 'name', value: fields.name, problem: problems.name, required: true })}
${lines({ name: 'allowedOrigins', hint: 'One a line, such as https://dapp.example, or https://*.dapp.example for everything below a domain.', value: fields.allowedOrigins, problem: problems.allowedOrigins })}
${lines({ name: 'vouchedOrigins', hint: 'One a line: your own pages, for whose script you answer. There the embedded wallet may ask within the page; everywhere else it opens a window of its own. No patterns, and each is allowed above, too. What PROJECTS names of this project counts again from the next start on.', value: fields.vouchedOrigins, problem: problems.vouchedOrigins })}
${lines({ name: 'callable', hint: 'A contract a line: its network, its address, and its functions by their selectors, such as eip155:8453 0x… 0x70e87aaf. A visitor can let a key of your page call these, with any arguments, without being asked again. List functions of contracts that you know and that hand over nothing; all others of unknown effect are refused.', value: fields.callable, problem: problems.callable })}
${line({ name: 'dailyRequests', hint: 'Counted by the day of UTC. Leave it empty for no limit.', value: fields.dailyRequests, problem: problems.dailyRequests, inputmode: 'numeric' })}
<fieldset>
<legend>Features</legend>
<p class="hint">What is switched off is refused, and says so.</p>
<div class="checks">${projectFeatures.map((feature) => check({ name: 'features', value: feature, label: featureWords[feature], isOn: fields.features.includes(feature) }))}</div>
</fieldset>
<fieldset>
<legend>Switches</legend>
<div class="checks">
${check({ name: 'analyticsEnabled', value: 'on', label: 'Analytics', hint: "Keep the events that the project's dapps send.", isOn: fields.analyticsEnabled })}
${check({ name: 'development', value: 'on', label: 'Development', hint: "Allow every origin on a developer's own machine.", isOn: fields.development })}
</div>
</fieldset>
${line({ name: 'url', hint: 'Shown to visitors beside the name. May stay empty.', value: fields.url, problem: problems.url, inputmode: 'url' })}
${line({ name: 'iconUrl', hint: 'The address of a picture. May stay empty.', value: fields.iconUrl, problem: problems.iconUrl, inputmode: 'url' })}
<div class="actions"><button class="main">${verb}</button></div>
</form>`
}

interface Lines {
  name: 'allowedOrigins' | 'vouchedOrigins' | 'callable'
  hint: string
  value: string
  problem: string | undefined
}

const lines = ({ name, hint, value, problem }: Lines): Html =>
  html`<div class="field">
<label for="${name}">${labels[name]}</label>
<p class="hint" id="${name}-hint">${hint}</p>
<textarea id="${name}" name="${name}" spellcheck="false" autocapitalize="off" ${describedBy(name, true, problem)}>${value}</textarea>
${problemLine(name, problem)}
</div>`

interface Line {
  name: keyof typeof labels
  value: string
  hint?: string | undefined
  problem: string | undefined
  required?: boolean | undefined
  inputmode?: 'numeric' | 'url' | undefined
}

const line = ({ name, value, hint, problem, required = false, inputmode }: Line): Html =>
  html`<div class="field">
<label for="${name}">${labels[name]}</label>
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input type="text" id="${name}" name="${name}" value="${value}" autocomplete="off" ${inputmode === undefined ? '' : html`inputmode="${inputmode}"`} ${required ? 'required' : ''} ${describedBy(name, hint !== undefined, problem)}>
${problemLine(name, problem)}
</div>`

function describedBy(name: string, hasHint: boolean, problem: string | undefined): Html | '' {
  const ids = [...(hasHint ? [`${name}-hint`] : []), ...(problem === undefined ? [] : [`${name}-problem`])]
  if (ids.length === 0) return ''
  return html`aria-describedby="${ids.join(' ')}" ${problem === undefined ? '' : html`aria-invalid="true"`}`
}

const problemLine = (name: string, problem: string | undefined): Html | '' =>
  problem === undefined ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`

interface Check {
  name: string
  value: string
  label: string
  hint?: string | undefined
  isOn: boolean
}

const check = ({ name, value, label, hint, isOn }: Check): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${value}" ${isOn ? 'checked' : ''}><span>${label}${hint === undefined ? '' : html`<span class="hint">${hint}</span>`}</span></label>`
