import { describe, expect, it } from 'vitest';
import { clientDoes, errorBodySchema, ERRORS } from './errors.ts';

describe('the closed list of errors', () => {
  it('gives each code its status and the client’s reaction', () => {
    const listed = Object.entries(ERRORS).map(([code, { status, client }]) => `${status} ${code} ${client}`);
    expect(listed).toEqual([
      '400 malformed_request rejected',
      '401 wrong_credentials rejected',
      '401 signed_out signed_out',
      '401 access_ended signed_out',
      '403 not_allowed rejected',
      '403 account_disabled rejected',
      '403 foreign_origin rejected',
      '404 not_found rejected',
      '409 uuid_taken rejected',
      '409 document_exists rejected',
      '409 changed_meanwhile rejected',
      '409 needs_review rejected',
      '409 on_checklist rejected',
      '410 cursor_too_old rejected',
      '413 too_large rejected',
      '422 invalid rejected',
      '422 upload_missing rejected',
      '426 contract_too_old update',
      '429 too_many_requests retry',
      '500 internal retry',
      '503 unavailable retry',
    ]);
  });

  it('retries if the server is at fault or busy, so that no edit is lost', () => {
    const busy = Object.values(ERRORS).filter(({ status }) => status >= 500 || status === 429);
    expect(busy.map(({ client }) => client)).toEqual(['retry', 'retry', 'retry']);
  });

  it('uses the code whatever the status, and the status if the code is newer than the client', () => {
    expect(clientDoes('wrong_credentials', 401)).toBe('rejected');
    expect(clientDoes('signed_out', 403)).toBe('signed_out');
    const byStatus = [400, 401, 404, 408, 409, 422, 426, 429, 500, 504].map((status) =>
      clientDoes('newer', status),
    );
    expect(byStatus).toEqual([
      'rejected',
      'signed_out',
      'rejected',
      'retry',
      'rejected',
      'rejected',
      'update',
      'retry',
      'retry',
      'retry',
    ]);
    expect(clientDoes('toString', 500)).toBe('retry');
  });

  it('accepts a code that is newer than the client', () => {
    const body = { code: 'escrow_frozen', error_message: 'The escrow is frozen.' };
    expect(errorBodySchema.parse(body)).toEqual(body);
  });

  it('requires a sentence for the user', () => {
    expect(errorBodySchema.safeParse({ code: 'invalid' }).success).toBe(false);
    expect(errorBodySchema.safeParse({ code: 'invalid', error_message: 'No.' }).success).toBe(true);
  });

  it('includes the conflicting row in a 409', () => {
    const body = { code: 'changed_meanwhile', error_message: 'Changed.', current: { uuid: 'x', version: 4 } };
    expect(errorBodySchema.parse(body)).toEqual(body);
  });
});
