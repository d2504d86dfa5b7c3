import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/pipeline/idempotency/shown-once.ts';

describe('what is kept of a response', () => {
  it('has null for a secret at any depth, and all else as it was', () => {
    const view = { id: 'a', secret: 'one', key: { name: 'b', api_key: 'two' } };
    expect(withoutSecrets(view, [['secret'], ['key', 'api_key']])).toEqual({
      id: 'a',
      secret: null,
      key: { name: 'b', api_key: null },
    });
    expect(view.secret).toBe('one');
  });

  it('gets no member that the response does not have', () => {
    expect(withoutSecrets({ id: 'a' }, [['secret'], ['key', 'api_key']])).toEqual({ id: 'a' });
    expect(withoutSecrets({ key: { name: 'b' } }, [['key', 'api_key']])).toEqual({ key: { name: 'b' } });
  });

  it('may be null, or have null or a text in the place of an object', () => {
    expect(withoutSecrets(null, [['secret']])).toBeNull();
    expect(withoutSecrets({ key: null }, [['key', 'api_key']])).toEqual({ key: null });
    expect(withoutSecrets({ key: 'text' }, [['key', 'length']])).toEqual({ key: 'text' });
  });
});
