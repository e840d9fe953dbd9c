import { refusal } from '@foyer/service/errors/ApiError'
import type { ProjectFeature } from './features.js'

/** The id is unknown; answered to operators only. */
export class UnknownProjectError extends refusal({
  code: 'unknown_project',
  status: 404,
  name: 'id',
  description: 'There is no project with this id.',
}) {}

/** The id is taken. */
export class ProjectExistsError extends refusal({
  code: 'project_exists',
  status: 409,
  name: 'id',
  description: 'There is a project with this id already.',
}) {}

/** More origins than a project may have. */
export class TooManyOriginsError extends refusal(
  ({ most, field }: { most: number; field: 'allowedOrigins' | 'vouchedOrigins' }) => ({
    code: 'too_many_origins',
    status: 400,
    name: field,
    description: `A project may have ${most} origins.`,
  }),
) {}

/** A project would vouch for a page that it doesn't allow: one that it never allowed, or doesn't any more. */
export class VouchedNotAllowedError extends refusal(({ origin }: { origin: string }) => ({
  code: 'vouched_not_allowed',
  status: 400,
  name: 'vouchedOrigins',
  description: `The project would vouch for ${origin}, which it doesn’t allow. Allow it, or vouch for it no longer.`,
})) {}

/** The operator switched a feature off for the project. */
export class FeatureOffError extends refusal(({ feature }: { feature: ProjectFeature }) => ({
  code: 'feature_off',
  status: 403,
  name: 'feature',
  description: `The feature ${feature} is switched off for this project.`,
})) {}

/** The project's daily quota is used up. */
export class QuotaExceededError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'quota_exceeded',
  status: 429,
  name: 'quota',
  description: 'The project has used up its requests of the day (UTC).',
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}

/** The project id is missing or unknown. The sentence is the one that clients look for. @see S8.29 */
export class InvalidKeyError extends refusal({
  code: 'invalid_key',
  status: 401,
  name: 'projectId',
  description: 'Unauthorized: invalid key',
}) {}
