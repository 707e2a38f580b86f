import {
  Arg,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import {
  CreatePromptInput,
  CreatePromptPackInput,
  DeletePromptInput,
  DeletePromptPayload,
  Prompt,
  PromptPack,
  PromptPackPayload,
  PromptPayload,
  UpdatePromptInput,
  UpdatePromptPackInput,
} from '../schema/prompt.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { createPrompt, deletePrompt, updatePrompt } from '../src/services/prompts/prompt.js';
import {
  createPack,
  findPromptPack,
  listPromptPacks,
  type PromptPackRow,
  renamePromptPack,
} from '../src/services/prompts/prompt-pack.js';
import { InputArg } from './arguments.js';

@Resolver(() => PromptPack)
export class PromptPackResolver {
  @Authorized('read')
  @Query(() => PromptPack, {
    nullable: true,
    description: 'One pack; the account’s own unless an id is given.',
  })
  promptPack(
    @Ctx() context: Context,
    @Arg('id', () => ID, { nullable: true, description: 'Its id.' }) id: string | null = null,
  ) {
    return findPromptPack(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => [PromptPack], { description: 'The account’s packs, newest first; at most 100.' })
  promptPacks(@Ctx() context: Context) {
    return listPromptPacks(context.deps, tenantOf(context));
  }

  @Authorized('write')
  @Mutation(() => PromptPackPayload, { description: 'Makes an empty pack.' })
  async createPromptPack(
    @Ctx() context: Context,
    @InputArg(CreatePromptPackInput, 'What to make.') input: CreatePromptPackInput,
  ) {
    return { promptPack: await createPack(context.deps, tenantOf(context), input) };
  }

  @Authorized('write')
  @Mutation(() => PromptPackPayload, { description: 'Renames a pack.' })
  async updatePromptPack(
    @Ctx() context: Context,
    @InputArg(UpdatePromptPackInput, 'What to change.') { id, name }: UpdatePromptPackInput,
  ) {
    return { promptPack: await renamePromptPack(context.deps, tenantOf(context), id, name) };
  }

  @FieldResolver(() => [Prompt], {
    complexity: ({ childComplexity }) => 12 * childComplexity,
    description: 'Its prompts, oldest first; at most 1,000.',
  })
  prompts(@Ctx() context: Context, @Root() pack: PromptPackRow) {
    return context.loaders().prompts.load(pack.id);
  }
}

@Resolver(() => Prompt)
export class PromptResolver {
  @Authorized('write')
  @Mutation(() => PromptPayload, { description: 'Adds a prompt to a pack.' })
  async createPrompt(
    @Ctx() context: Context,
    @InputArg(CreatePromptInput, 'What to make.') input: CreatePromptInput,
  ) {
    const prompt = {
      packId: input.packId ?? null,
      text: input.text,
      stage: input.stage ?? null,
      tags: input.tags ?? [],
      country: input.country ?? null,
      language: input.language ?? 'en',
    };
    return { prompt: await createPrompt(context.deps, tenantOf(context), prompt) };
  }

  @Authorized('write')
  @Mutation(() => PromptPayload, {
    description: 'Changes what is given of a prompt; runs that were started keep theirs.',
  })
  async updatePrompt(
    @Ctx() context: Context,
    @InputArg(UpdatePromptInput, 'What to change.') { id, ...change }: UpdatePromptInput,
  ) {
    return { prompt: await updatePrompt(context.deps, tenantOf(context), id, change) };
  }

  @Authorized('write')
  @Mutation(() => DeletePromptPayload, {
    description: 'Takes a prompt out of its pack; its answers stay.',
  })
  async deletePrompt(
    @Ctx() context: Context,
    @InputArg(DeletePromptInput, 'What to delete.') { id }: DeletePromptInput,
  ) {
    return { id: await deletePrompt(context.deps, tenantOf(context), id) };
  }
}
