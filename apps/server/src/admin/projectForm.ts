import { findUnstorable } from '@foyer/service/db/unstorable'
import * as v from 'valibot'
import { callableInLine, linesOfCallable } from '../projects/callable.js'
import { projectFeatures } from '../projects/features.js'
import { type Project, ProjectChanges, ProjectConfig } from '../projects/project.js'

/** The values of a project's form: as stored, or as submitted. */
export interface ProjectFields {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly iconUrl: string
  /** an origin a line */
  readonly allowedOrigins: string
  /** an origin a line */
  readonly vouchedOrigins: string
  /** a contract a line, as `linesOfCallable` writes it */
  readonly callable: string
  readonly dailyRequests: string
  readonly analyticsEnabled: boolean
  readonly development: boolean
  /** those that are on */
  readonly features: readonly string[]
}

/** The faults, by field: sentences. */
export type Problems = Readonly<Partial<Record<keyof ProjectFields, string>>>

/** A form as the browser sends it: fields that weren't ticked are missing, one that was sent twice is a list. */
export const FormBody = v.pipe(v.record(v.string(), v.union([v.string(), v.array(v.string())])), v.maxEntries(32))
export type FormBody = v.InferOutput<typeof FormBody>

export const emptyFields: ProjectFields = {
  id: '',
  name: '',
  url: '',
  iconUrl: '',
  allowedOrigins: '',
  vouchedOrigins: '',
  callable: '',
  dailyRequests: '',
  analyticsEnabled: false,
  development: false,
  features: projectFeatures,
}

export function fieldsOf(project: Project): ProjectFields {
  const { url, iconUrl, allowedOrigins, vouchedOrigins, dailyRequests, featuresOff } = project
  return {
    ...{ id: project.id, name: project.name, url: url ?? '', iconUrl: iconUrl ?? '' },
    allowedOrigins: allowedOrigins.join('\n'),
    vouchedOrigins: vouchedOrigins.join('\n'),
    callable: linesOfCallable(project.callable).join('\n'),
    dailyRequests: dailyRequests === null ? '' : String(dailyRequests),
    ...{ analyticsEnabled: project.analyticsEnabled, development: project.development },
    features: projectFeatures.filter((feature) => !featuresOff.includes(feature)),
  }
}

export function readFields(body: FormBody): ProjectFields {
  const text = (name: string) => {
    const value = body[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const features = body.features ?? []
  return {
    id: text('id'),
    name: text('name'),
    url: text('url'),
    iconUrl: text('iconUrl'),
    allowedOrigins: text('allowedOrigins'),
    vouchedOrigins: text('vouchedOrigins'),
    callable: text('callable'),
    dailyRequests: text('dailyRequests'),
    analyticsEnabled: text('analyticsEnabled') === 'on',
    development: text('development') === 'on',
    features: typeof features === 'string' ? [features] : features,
  }
}

/** @returns a new project, or what is wrong with it */
export function toProjectConfig(
  fields: ProjectFields,
): { readonly project: ProjectConfig } | { readonly problems: Problems } {
  const parsed = v.safeParse(ProjectConfig, { id: fields.id, ...settingsOf(fields) })
  if (!parsed.success) return { problems: problemsOf(parsed.issues) }
  return findUnstorable(parsed.output) === null ? { project: parsed.output } : { problems: unstorable }
}

/** @returns what a project is changed to, or what is wrong with it */
export function toProjectChanges(
  fields: ProjectFields,
): { readonly changes: ProjectChanges } | { readonly problems: Problems } {
  const parsed = v.safeParse(ProjectChanges, settingsOf(fields))
  if (!parsed.success) return { problems: problemsOf(parsed.issues) }
  return findUnstorable(parsed.output) === null ? { changes: parsed.output } : { problems: unstorable }
}

const unstorable: Problems = { name: 'Holds characters that text has not.' }

function settingsOf(fields: ProjectFields) {
  const { name, url, iconUrl, dailyRequests, analyticsEnabled, development, features } = fields
  return {
    name,
    url: url === '' ? null : url,
    iconUrl: iconUrl === '' ? null : iconUrl,
    allowedOrigins: linesOf(fields.allowedOrigins),
    vouchedOrigins: linesOf(fields.vouchedOrigins),
    callable: linesOf(fields.callable).map(callableInLine),
    dailyRequests: dailyRequests === '' ? null : Number(dailyRequests.replace(/[\s,_']/g, '')),
    analyticsEnabled,
    development,
    featuresOff: projectFeatures.filter((feature) => !features.includes(feature)),
  }
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

const fieldNames = Object.keys(emptyFields)

function problemsOf(issues: readonly v.BaseIssue<unknown>[]): Problems {
  const problems = new Map<string, string>()
  for (const issue of issues) {
    const [field = '', index] = (v.getDotPath(issue) ?? '').split('.')
    const name = fieldNames.includes(field) ? field : 'name'
    const thing = field === 'callable' ? 'contract' : isOriginList(field) ? 'origin' : undefined
    const line = thing !== undefined && index !== undefined ? `The ${ordinal(Number(index) + 1)} ${thing} ` : ''
    const sentence = `${line}${issue.message}.`
    if (!problems.has(name)) problems.set(name, `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`)
  }
  return Object.fromEntries(problems)
}

const isOriginList = (field: string) => field === 'allowedOrigins' || field === 'vouchedOrigins'

function ordinal(index: number): string {
  const suffix = index % 100 >= 11 && index % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][index % 10] ?? 'th')
  return `${index}${suffix}`
}
